export type Secret = readonly [name: string, value: string];

/** The minimum length of a secret in production, in characters. */
const MIN_LENGTH = 32;
/** The minimum number of distinct characters; a line filled with a few keys has fewer. */
const MIN_DISTINCT = 12;

/** Values that examples and builds contain, so that everybody knows them. */
const PLACEHOLDER =
  /only.?for.?the.?build|to.?be.?modified|change.?(me|this)|replace.?(me|this)|place.?holder|example|your.?secret/i;

/** Lists what makes secrets too weak for production, a sentence each: `JWT_SECRET: is an example; generate your own`. */
export function faultsOfSecrets(secrets: Secret[]): string[] {
  const own = secrets.flatMap(([name, value]) => faultsOf(value).map((fault) => `${name}: ${fault}`));
  const repeated = secrets.filter(([, value], index) => secrets.findIndex((other) => other[1] === value) < index);
  return [...own, ...repeated.map(([name, value]) => `${name}: is the same as ${nameOf(secrets, value)}`)];
}

const nameOf = (secrets: Secret[], value: string): string => secrets.find((other) => other[1] === value)?.[0] ?? '';

function faultsOf(value: string): string[] {
  if (PLACEHOLDER.test(value)) return ['is an example; generate your own'];
  if (value.length < MIN_LENGTH) return [`has ${value.length} characters; it needs ${MIN_LENGTH} or more`];
  return new Set(value).size < MIN_DISTINCT ? ['is easy to guess: it has few distinct characters'] : [];
}
