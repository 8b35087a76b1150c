import { isObject } from '../../../../../common/json';
import type { RoleOfValue } from './options';

/** What a provider says about somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name, which may hold dots, or else by its path (`realm_access.roles`); undefined when there is none. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let found: unknown = claims;
  for (const part of path.split('.')) {
    if (!isObject(found) || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return found;
}

/** The texts that a claim holds: one, several, or none. */
export function valuesOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}

/** The roles that values give, each once, in the order of the settings. */
export function rolesFor(values: string[], roles: RoleOfValue[]): string[] {
  return [...new Set(roles.filter(({ value }) => values.includes(value)).map(({ role }) => role))];
}

/** A text of a claim; undefined for anything else, and for an empty one. */
export const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;

/** Whether a claim says so; some providers write booleans as texts. Undefined when it says nothing. */
export const flagOf = (claim: unknown): boolean | undefined =>
  claim === true || claim === 'true' ? true : claim === false || claim === 'false' ? false : undefined;
