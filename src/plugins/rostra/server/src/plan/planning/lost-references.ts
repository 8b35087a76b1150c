import { isEqual, type JsonObject, pick } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { attributeOf } from '../../fields/field';
import type { Reference } from '../../fields/parse-context';
import { referencesOf } from '../../operations/write';
import { type ResourceReference, resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { RecordEdits } from '../../store/history/edits';
import { fieldOf, withoutReferences } from '../references';
import { basesOfCleared } from './cleared-edits';
import type { Comparison } from './comparison';
import type { PlanState } from './state';

/**
 * Settles the references of a record of the input to what will be deleted. Any to an omitted child is a fault (decision 6). Of those to what
 * the source no longer has, a fault is what the input says itself, and what the record cannot do without; others are cleared, as those of
 * records that the input does not have.
 * @param silentEdits what people have done to fields of which the input says nothing
 */
export function settleLostReferences(
  state: PlanState,
  resource: Resource,
  comparison: Comparison,
  silentEdits?: RecordEdits,
): void {
  if (state.omittedChildren.size === 0 && state.gone.size === 0) return;
  const { record, stored, given, changed, findings } = comparison;
  const lost = referencesOf(resource, record, Object.keys(record)).filter((each) => reasonOf(state, each));
  const clearable: Reference[] = [];
  for (const reference of lost) {
    const onDelete = onDeleteOf(resource, reference);
    const isOmitted = !state.gone.get(reference.kind)?.has(reference.publicId ?? 0);
    const isSaid =
      isOmitted || (given.includes(fieldOf(reference.path)) && saysItself(resource, comparison, reference));
    if (!isSaid && (onDelete === 'clear' || onDelete === 'unlist')) clearable.push(reference);
    // A child that the input does not name goes without that.
    else if (isSaid || onDelete !== undefined)
      findings.faults.push({ path: reference.path, code: 'INVALID_VALUE', message: reasonOf(state, reference) ?? '' });
  }
  if (clearable.length === 0 || findings.faults.length > 0) return;
  comparison.record = withoutReferences(resource, record, clearable);
  const names = Object.keys(comparison.record).filter((name) => !isEqual(comparison.record[name], record[name]));
  comparison.changed = [...new Set([...changed, ...names])].filter(
    (name) => comparison.before === null || !isEqual(comparison.record[name], stored[name] ?? null),
  );
  for (const name of names) noteGivenOf(comparison, name);
  const silent = names.filter((name) => !given.includes(name) && !(name in comparison.said));
  const cleared = pick(comparison.record, silent);
  Object.assign(comparison.said, basesOfCleared(state, resource, { stored, cleared, edits: silentEdits }));
  noteCleared(state, resource, comparison.publicId, clearable);
}

/**
 * Notes what the input says of a field that stays as people have left it but for a reference: the next import must not take all of it for
 * its own. A conflict that nobody has decided stays one: of that it notes what the last import said.
 */
function noteGivenOf({ settled, said, record }: Comparison, name: string): void {
  const edit = editOf({ settled }, name);
  if (!edit || edit.isTaken || name in said) return;
  const sides = edit.path === name ? edit : edit.partner;
  const value = edit.kind === 'conflict' ? (sides?.base ?? null) : sides?.given;
  if (value !== undefined && !isEqual(value, record[name])) said[name] = value;
}

/** What has become of what people have done to a field. */
const editOf = ({ settled }: Pick<Comparison, 'settled'>, name: string): Comparison['settled'][number] | undefined =>
  settled.find((each) => each.path === name || each.partner?.path === name);

/** Why what a reference leads to will be deleted; undefined if it will not. */
function reasonOf(state: PlanState, { kind, publicId = 0 }: Reference): string | undefined {
  const name = () => resourceByKind(kind).name;
  if (state.gone.get(kind)?.has(publicId))
    return `${name()} ${publicId} would be deleted: ${state.sourceName} no longer has it`;
  const omitted = state.omittedChildren.get(kind)?.get(publicId);
  if (!omitted) return undefined;
  const place = `${omitted.source.label}, record ${omitted.sourceRecord.record}`;
  return `${name()} ${publicId} would be deleted: ${place}, ${omitted.field} omits it`;
}

/** Whether a reference is what the input says, and not what people have made of it. */
function saysItself(resource: Resource, comparison: Comparison, { kind, publicId, path }: Reference): boolean {
  const name = fieldOf(path);
  const edit = editOf(comparison, name);
  if (!edit) return true;
  if (edit.kind !== 'merged') return edit.isTaken;
  return referencesOf(resource, { ...comparison.record, [name]: edit.given ?? null }, [name]).some(
    (each) => each.kind === kind && each.publicId === publicId,
  );
}

/** What deleting the other record does to a reference; undefined for one to a child of the record. */
function onDeleteOf(resource: Resource, { kind, path }: Reference): ResourceReference['onDelete'] | undefined {
  const name = fieldOf(path);
  const field = resource.fields[name];
  const pattern = path.replaceAll(/\[\d+\]/g, '[]').replace(/\[\]$/, '');
  const paths = field?.referencePaths?.(attributeOf(name, field), name) ?? [];
  return paths.find((each) => each.kind === kind && each.field === pattern)?.onDelete;
}

/** Notes which references are cleared, for the warnings. */
function noteCleared(state: PlanState, { name }: Resource, number: number, references: Reference[]): void {
  const fields = new Map<string, { kind: string; publicId: number; names: Set<string> }>();
  for (const { kind, publicId = 0, path } of references)
    entryOf(fields, `${kind} ${publicId}`, () => ({ kind, publicId, names: new Set() })).names.add(fieldOf(path));
  for (const { kind, publicId, names } of fields.values()) {
    const cleared = entryOf(state.cleared, kind, () => new Map<number, string[]>());
    entryOf(cleared, publicId, () => []).push(`${name} ${number} (${[...names].join(', ')})`);
  }
}

/** A record without its references to some others of a kind, in these fields. */
export const withoutReferencesTo = (
  resource: Resource,
  record: JsonObject,
  { fields, kind, publicIds }: { fields: string[]; kind: string; publicIds: ReadonlySet<number> },
): JsonObject =>
  withoutReferences(
    resource,
    record,
    referencesOf(resource, record, fields).filter((each) => each.kind === kind && publicIds.has(each.publicId ?? 0)),
  );
