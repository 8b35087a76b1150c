import type { Core } from '@strapi/strapi';
import { actionId } from '../shared/action-id';

/**
 * A route of the panel, below `/newsroom`. Answers 401 to those who are not logged in to the panel, and 403 without the
 * permission for the action of this uid.
 */
export const panelRoute = (
  method: Core.RouteInput['method'],
  path: string,
  handler: string,
  uid?: string,
): Core.RouteInput => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      ...(uid ? [{ name: 'admin::hasPermissions', config: { actions: [actionId(uid)] } }] : []),
    ],
  },
});
