import { app } from '../store/strapi';
import { forgetPermissions } from './credentials';

/** The models whose rows decide who may do what. */
const DECIDING = [
  'plugin::users-permissions.user',
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
  'admin::api-token',
  'admin::api-token-permission',
];

/** Forgets what was read of permissions whenever they change: at the change, and again when it is committed. */
export function forgetOnChange(): void {
  const forget = async (): Promise<void> => {
    forgetPermissions();
    if (app().db.inTransaction()) await app().db.transaction(async ({ onCommit }) => onCommit(forgetPermissions));
  };
  app().db.lifecycles.subscribe({
    models: DECIDING,
    afterCreate: forget,
    afterCreateMany: forget,
    afterUpdate: forget,
    afterUpdateMany: forget,
    afterDelete: forget,
    afterDeleteMany: forget,
  });
}
