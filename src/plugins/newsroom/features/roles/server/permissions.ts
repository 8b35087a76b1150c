import type { Core, UID } from '@strapi/strapi';
import { ACCOUNT } from './roles';

/** What Strapi keeps of a role's permission. */
export interface Permission {
  action: string;
  subject?: string | null;
  properties?: { fields?: string[] };
  conditions?: string[];
  actionParameters?: Record<string, unknown>;
}

/** The names of what has been granted: `action subject` → the fields; what an administrator takes away stays away. */
export type Granted = Record<string, string[]>;

type Attributes = Record<string, { type: string; target?: string; component?: string }>;

interface Action {
  actionId: string;
  subjects?: string[];
}

const keyOf = ({ action, subject }: Permission): string => [action, subject].filter(Boolean).join(' ');
const fieldsOf = ({ properties }: Permission): string[] => properties?.fields ?? [];

/**
 * The permissions for these actions on our content types, with every field that each has but those that lead to accounts:
 * whoever may read a relation may filter by everything of what it relates to, an e-mail address as well.
 */
export function contentPermissions(strapi: Core.Strapi, actions: string[], withheld: string[]): Permission[] {
  const known = strapi.service('admin::permission').actionProvider.values() as Action[];
  const restrictedSubjects = Object.keys(strapi.contentTypes).filter(
    (uid) => !uid.startsWith('api::') || withheld.includes(uid),
  );
  const wanted = known.filter(({ actionId }) => actions.includes(actionId));
  return strapi
    .service('admin::content-type')
    .getPermissionsWithNestedFields(wanted, { restrictedSubjects })
    .map((permission: Permission) => impersonal(strapi, permission));
}

/** A permission without the fields that lead to accounts. */
export function impersonal(strapi: Core.Strapi, permission: Permission): Permission {
  const { subject, properties } = permission;
  const fields = properties?.fields;
  const model = subject ? strapi.contentTypes[subject as UID.ContentType] : undefined;
  if (!fields || !model) return permission;
  const kept = fields.filter((field) => !isPersonal(strapi, model.attributes, field.split('.')));
  return kept.length === fields.length ? permission : { ...permission, properties: { ...properties, fields: kept } };
}

function isPersonal(strapi: Core.Strapi, attributes: Attributes, [name = '', ...rest]: string[]): boolean {
  const attribute = attributes[name];
  if (attribute?.type === 'relation') return attribute.target === ACCOUNT;
  if (attribute?.type !== 'component' || !attribute.component) return false;
  return isPersonal(strapi, strapi.components[attribute.component as UID.Component]?.attributes ?? {}, rest);
}

/** What a role has after it is given what it never was given before: permissions, and fields of those it still has. */
export function merge(has: Permission[], wanted: Permission[], granted: Granted): Permission[] {
  const additions = new Map(wanted.map((permission) => [keyOf(permission), permission]));
  const kept = has.map((permission) => {
    const key = keyOf(permission);
    const addition = additions.get(key);
    additions.delete(key);
    const fresh = addition ? fieldsOf(addition).filter((field) => !granted[key]?.includes(field)) : [];
    return fresh.length > 0 ? withFields(permission, fresh) : permission;
  });
  return [...kept, ...[...additions].filter(([key]) => !(key in granted)).map(([, permission]) => permission)];
}

/** What has been granted once `wanted` has been, too. */
export function noted(granted: Granted, wanted: Permission[]): Granted {
  const next = { ...granted };
  for (const permission of wanted) {
    const key = keyOf(permission);
    next[key] = [...new Set([...(next[key] ?? []), ...fieldsOf(permission)])];
  }
  return next;
}

const withFields = (permission: Permission, fresh: string[]): Permission => ({
  ...permission,
  properties: { ...permission.properties, fields: [...new Set([...fieldsOf(permission), ...fresh])] },
});
