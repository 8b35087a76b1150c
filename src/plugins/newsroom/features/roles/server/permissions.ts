import type { Core, UID } from '@strapi/strapi';
import { type Permission, permissionsWithAllFields } from '../../../../../strapi/panel-permissions';
import { ACCOUNT } from './roles';

/** What a role was granted so far, as `action subject` → fields. Not granted again after an administrator revokes it. */
export type Granted = Record<string, string[]>;

type Attributes = Record<string, { type: string; target?: string; component?: string }>;

const keyOf = ({ action, subject }: Permission): string => [action, subject].filter(Boolean).join(' ');
const fieldsOf = ({ properties }: Permission): string[] => properties?.fields ?? [];

/**
 * Returns permissions for these actions on our content types, with every field except relations to accounts: who may read
 * a relation may filter by every field behind it, including e-mail addresses.
 */
export function contentPermissions(strapi: Core.Strapi, actions: string[], withheld: string[]): Permission[] {
  const isOurs = (uid: string) => uid.startsWith('api::') && !withheld.includes(uid);
  return permissionsWithAllFields(actions, isOurs).map((permission) => withoutPersonalFields(strapi, permission));
}

/** Removes the fields that lead to accounts from a permission. */
export function withoutPersonalFields(strapi: Core.Strapi, permission: Permission): Permission {
  const { subject, properties } = permission;
  const fields = properties?.fields;
  const model = subject ? strapi.contentTypes[subject as UID.ContentType] : undefined;
  if (!fields || !model) return permission;
  const allowed = fields.filter((field) => !isPersonal(strapi, model.attributes, field.split('.')));
  return allowed.length === fields.length
    ? permission
    : { ...permission, properties: { ...properties, fields: allowed } };
}

function isPersonal(strapi: Core.Strapi, attributes: Attributes, [name = '', ...rest]: string[]): boolean {
  const attribute = attributes[name];
  if (attribute?.type === 'relation') return attribute.target === ACCOUNT;
  if (attribute?.type !== 'component' || !attribute.component) return false;
  return isPersonal(strapi, strapi.components[attribute.component as UID.Component]?.attributes ?? {}, rest);
}

/** Adds to a role's permissions what was never granted before: whole permissions, and fields of those that it still has. */
export function merge(current: Permission[], defaults: Permission[], granted: Granted): Permission[] {
  const additions = new Map(defaults.map((permission) => [keyOf(permission), permission]));
  const updated = current.map((permission) => {
    const key = keyOf(permission);
    const addition = additions.get(key);
    additions.delete(key);
    const fresh = addition ? fieldsOf(addition).filter((field) => !granted[key]?.includes(field)) : [];
    return fresh.length > 0 ? withFields(permission, fresh) : permission;
  });
  return [...updated, ...[...additions].filter(([key]) => !(key in granted)).map(([, permission]) => permission)];
}

/** Adds permissions to what was granted so far. */
export function addGrants(granted: Granted, permissions: Permission[]): Granted {
  const next = { ...granted };
  for (const permission of permissions) {
    const key = keyOf(permission);
    next[key] = [...new Set([...(next[key] ?? []), ...fieldsOf(permission)])];
  }
  return next;
}

const withFields = (permission: Permission, fresh: string[]): Permission => ({
  ...permission,
  properties: { ...permission.properties, fields: [...new Set([...fieldsOf(permission), ...fresh])] },
});
