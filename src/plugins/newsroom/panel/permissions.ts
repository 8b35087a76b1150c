import { type Permission, useAuth } from '@strapi/admin/strapi-admin';
import { useCallback } from 'react';
import { actionId } from '../shared/action-id';

type Action = 'create' | 'read' | 'update' | 'delete';

/** Returns a check of the editor's permissions on the records of a content type. */
export function useMay(): (action: Action, uid: string) => boolean {
  const permissions = useAuth('Desk', (state) => state.permissions);
  return useCallback(
    (action, uid) =>
      permissions.some(
        (permission) =>
          permission.action === `plugin::content-manager.explorer.${action}` && permission.subject === uid,
      ),
    [permissions],
  );
}

/** Returns a check of the editor's permissions for actions of plugins, by the action's id. */
export function useMayUse(): (action: string) => boolean {
  const permissions = useAuth('MayUse', (state) => state.permissions);
  return useCallback((action) => permissions.some((permission) => permission.action === action), [permissions]);
}

/** The permission for one of the plugin's actions. Cast, because Strapi compares only the action and the subject. */
export const permissionFor = (uid: string): Permission =>
  ({ action: actionId(uid), subject: null }) as object as Permission;
