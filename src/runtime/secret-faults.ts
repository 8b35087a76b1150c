/** A secret as it is given: its name and its value. */
export type Given = readonly [name: string, value: string];

/** The fewest characters of a secret in production. */
const SHORTEST = 32;
/** The fewest different ones: what people type to fill a line has fewer. */
const DIFFERENT = 12;

/** What stands in examples and in builds, and is known to everybody. */
const PLACEHOLDER =
  /only.?for.?the.?build|to.?be.?modified|change.?(me|this)|replace.?(me|this)|place.?holder|example|your.?secret/i;

/** What is wrong with secrets for production, a sentence each; all at once. */
export function faultsOfSecrets(given: Given[]): string[] {
  const own = given.flatMap(([name, value]) => faultsOf(value).map((fault) => `${name}: ${fault}`));
  const twice = given.filter(([, value], index) => given.findIndex((other) => other[1] === value) < index);
  return [...own, ...twice.map(([name, value]) => `${name}: is the same as ${nameOf(given, value)}`)];
}

const nameOf = (given: Given[], value: string): string => given.find((other) => other[1] === value)?.[0] ?? '';

function faultsOf(value: string): string[] {
  if (PLACEHOLDER.test(value)) return ['is an example; make one of your own'];
  if (value.length < SHORTEST) return [`has ${value.length} characters; it needs ${SHORTEST} or more`];
  return new Set(value).size < DIFFERENT ? ['can be guessed: it has few different characters'] : [];
}
