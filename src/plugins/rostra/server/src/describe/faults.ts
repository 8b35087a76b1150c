import { type AnsweredError, errors, type Fault, type Referrer } from '../errors/errors';
import { type Field, parseValue } from '../fields/field';
import { parseContext } from '../fields/parse-context';
import { referrersOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { sampleOf } from '../resource/samples';

/** What the service says of a body without one of its required fields, and with a wrong value in another one. */
export function invalidBody(fields: Record<string, Field>): AnsweredError {
  const missing = Object.keys(fields)
    .filter((name) => fields[name]?.isRequired)
    .slice(-1);
  const others = Object.entries(fields).filter(([name]) => !missing.includes(name));
  const wrong = WRONG.flatMap((value) => others.flatMap(([name, field]) => faultsOf(field, name, value)));
  return errors.invalidInput([
    ...missing.flatMap((name) => faultsOf(fields[name], name, undefined)),
    ...wrong.slice(0, 1),
  ]);
}

/** What the service says when another record of this key is there, or the record has been deleted meanwhile. */
export const conflict = ({ key }: Resource): AnsweredError =>
  errors.conflict(
    key.field ? [{ path: key.name, code: 'TAKEN', message: 'another record has this value already' }] : undefined,
  );

/** What the service says when a record of one of these kinds is to go and others need it; nothing where none ever do. */
export function inUse(kinds: string[]): AnsweredError[] {
  const references = kinds
    .flatMap(referrersOf)
    .filter(({ onDelete }) => onDelete === 'restrict')
    .map(({ resource, field }): Referrer => ({ resource: resource.name, id: keyOf(resource), field }));
  return references.length > 0 ? [errors.inUse(references.slice(0, 2), references.slice(0, 2).length)] : [];
}

/** The kinds of the records that belong to one of this resource, and go with it or when its list of them changes. */
export const childKindsOf = ({ fields }: Resource): string[] =>
  Object.values(fields).flatMap(({ children }) => (children ? [children.kind] : []));

/** Values that nearly every field refuses. */
const WRONG = ['perhaps', true];

function faultsOf(field: Field | undefined, name: string, value: unknown): Fault[] {
  const at = parseContext();
  if (field) parseValue(field, value, at.child(name), {});
  return at.findings.faults;
}

function keyOf(resource: Resource): number {
  const key = sampleOf(resource)[resource.key.name];
  return typeof key === 'number' ? key : 1;
}
