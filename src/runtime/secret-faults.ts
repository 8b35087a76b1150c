/** A secret: its name and its value. */
export type Secret = readonly [name: string, value: string];

/** The minimum length of a secret in production. */
const SHORTEST = 32;
/** The minimum number of distinct characters; text typed to fill a line has fewer. */
const DIFFERENT = 12;

/** Publicly known values from examples and builds. */
const PLACEHOLDER =
  /only.?for.?the.?build|to.?be.?modified|change.?(me|this)|replace.?(me|this)|place.?holder|example|your.?secret/i;

/** Returns all faults of secrets for production, one sentence each. */
export function faultsOfSecrets(secrets: Secret[]): string[] {
  const own = secrets.flatMap(([name, value]) => faultsOf(value).map((fault) => `${name}: ${fault}`));
  const repeated = secrets.filter(([, value], index) => secrets.findIndex((other) => other[1] === value) < index);
  return [...own, ...repeated.map(([name, value]) => `${name}: is the same as ${nameOf(secrets, value)}`)];
}

const nameOf = (secrets: Secret[], value: string): string => secrets.find((other) => other[1] === value)?.[0] ?? '';

function faultsOf(value: string): string[] {
  if (PLACEHOLDER.test(value)) return ['is an example; generate your own'];
  if (value.length < SHORTEST) return [`has ${value.length} characters; it needs ${SHORTEST} or more`];
  return new Set(value).size < DIFFERENT ? ['is easy to guess: it has few distinct characters'] : [];
}
