import { useAuth } from '@strapi/admin/strapi-admin';
import { useCallback } from 'react';

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
