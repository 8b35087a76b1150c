import { isObject } from '../../../../../common/json';
import type { RoleOfValue } from './options';

/** The provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Finds a claim by its name, which may contain dots, else by its path (`realm_access.roles`); undefined if absent. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** The texts in a claim: one, several, or none. */
export function valuesOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}

/** Maps values to their distinct roles, in the order of the settings. */
export function rolesFor(values: string[], roles: RoleOfValue[]): string[] {
  return [...new Set(roles.filter(({ value }) => values.includes(value)).map(({ role }) => role))];
}

/** The text in a claim; undefined for an empty one and for any other type. */
export const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;

/** The boolean in a claim, which some providers write as a text; undefined for anything else. */
export const flagOf = (claim: unknown): boolean | undefined =>
  claim === true || claim === 'true' ? true : claim === false || claim === 'false' ? false : undefined;

/**
 * Adds what the provider says of a person elsewhere to the claims of the ID token. An address and whether it is verified come from
 * the same document: from the ID token if it has an address, unless the other one says more of the same address.
 */
export function mergeClaims(token: Claims & { sub: string }, userInfo: Claims): Claims & { sub: string } {
  const { email, email_verified: isVerified, ...rest } = userInfo;
  const own = textOf(token.email);
  if (own === undefined) return { ...rest, ...token, email, email_verified: isVerified };
  const isSame = textOf(email)?.toLowerCase() === own.toLowerCase();
  return { ...rest, ...token, email_verified: token.email_verified ?? (isSame ? isVerified : undefined) };
}
