import { type ApiError, errors, type Fault, type Referrer } from '../errors/errors';
import { type Field, parseValue } from '../fields/field';
import { parseContext } from '../fields/parse-context';
import { referrersOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';

/** The error for a body that lacks one required field and has an invalid value in another. */
export function invalidBody(fields: Record<string, Field>): ApiError {
  const missing = Object.keys(fields)
    .filter((name) => fields[name]?.isRequired)
    .slice(-1);
  const others = Object.entries(fields).filter(([name]) => !missing.includes(name));
  const wrong = INVALID_VALUES.flatMap((value) => others.flatMap(([name, field]) => faultsOf(field, name, value)));
  return errors.invalidInput([
    ...missing.flatMap((name) => faultsOf(fields[name], name, undefined)),
    ...wrong.slice(0, 1),
  ]);
}

/** The error for a key that another record has, or for a record that was deleted concurrently. */
export const conflict = ({ key }: Resource): ApiError =>
  errors.conflict(
    key.field ? [{ path: key.name, code: 'TAKEN', message: 'another record has this value already' }] : undefined,
  );

/** The error for deleting a record of these kinds that others require; empty if nothing can require one. */
export function inUse(kinds: string[]): ApiError[] {
  const references = kinds
    .flatMap(referrersOf)
    .filter(({ onDelete }) => onDelete === 'restrict')
    .map(({ resource, field }): Referrer => ({ resource: resource.name, id: keyOf(resource), field }));
  return references.length > 0 ? [errors.inUse(references.slice(0, 2), references.slice(0, 2).length)] : [];
}

/** The kinds of a resource's children, which are deleted with it or when its list of them changes. */
export const childKindsOf = ({ fields }: Resource): string[] =>
  Object.values(fields).flatMap(({ children }) => (children ? [children.kind] : []));

/** Values that almost every field refuses. */
const INVALID_VALUES = ['perhaps', true];

function faultsOf(field: Field | undefined, name: string, value: unknown): Fault[] {
  const { child: at, findings } = parseContext();
  if (field) parseValue(field, value, at(name), {});
  return findings.faults;
}

function keyOf(resource: Resource): number {
  const key = sampleOf(resource)[resource.key.name];
  return typeof key === 'number' ? key : 1;
}
