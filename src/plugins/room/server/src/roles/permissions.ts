import type { Core } from '@strapi/strapi';

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

interface Action {
  actionId: string;
  subjects?: string[];
}

const keyOf = ({ action, subject }: Permission): string => [action, subject].filter(Boolean).join(' ');
const fieldsOf = ({ properties }: Permission): string[] => properties?.fields ?? [];

/** The permissions for these actions on our content types, with every field that each has. */
export function contentPermissions(strapi: Core.Strapi, actions: string[], withheld: string[]): Permission[] {
  const known = strapi.service('admin::permission').actionProvider.values() as Action[];
  const restrictedSubjects = Object.keys(strapi.contentTypes).filter(
    (uid) => !uid.startsWith('api::') || withheld.includes(uid),
  );
  const wanted = known.filter(({ actionId }) => actions.includes(actionId));
  return strapi.service('admin::content-type').getPermissionsWithNestedFields(wanted, { restrictedSubjects });
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
