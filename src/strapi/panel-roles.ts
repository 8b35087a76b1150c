import { serviceOf } from './actions';
import type { Permission } from './panel-permissions';

/** A role of the panel. */
export interface PanelRoleRow {
  id: number;
  name: string;
}

interface RoleValues {
  code?: string;
  name: string;
  description: string;
}

interface Roles {
  findOne(where: { code: string; name?: string }): Promise<PanelRoleRow | null>;
  getSuperAdmin(): Promise<PanelRoleRow>;
  exists(where: { name: string }): Promise<boolean>;
  create(values: RoleValues): Promise<PanelRoleRow>;
  update(where: { id: number }, values: RoleValues): Promise<unknown>;
  deleteByIds(ids: number[]): Promise<unknown>;
  getUsersCount(id: number): Promise<number>;
  assignPermissions(id: number, permissions: Permission[]): Promise<unknown>;
}

interface Permissions {
  findMany(query: { where: { role: { id: number } } }): Promise<Permission[]>;
}

/** Strapi's service of the panel's roles. Checked with Strapi 5.54.0. @throws StartError when it lacks a function. */
export const panelRoles = (): Roles =>
  serviceOf('admin::role', [
    'findOne',
    'getSuperAdmin',
    'exists',
    'create',
    'update',
    'deleteByIds',
    'getUsersCount',
    'assignPermissions',
  ]);

/** The permissions of a role. @throws StartError when Strapi has no such function. */
export const permissionsOfRole = (id: number): Promise<Permission[]> =>
  serviceOf<Permissions>('admin::permission', ['findMany']).findMany({ where: { role: { id } } });
