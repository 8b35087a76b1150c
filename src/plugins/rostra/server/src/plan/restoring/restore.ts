import { mapInSlices } from '../../../../../../common/concurrency/time-slices';
import { isEqual, pickPresent, rowsIn } from '../../../../../../common/json';
import { definedIn, groupBy } from '../../../../../../common/maps';
import { errors } from '../../errors/errors';
import { type ParseContext, parseContext } from '../../fields/parse-context';
import { childFields } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { isOfSender } from '../../store/history/origin';
import { findChanges, type PastRevision } from '../../store/history/past';
import { findRevision } from '../../store/history/revisions';
import { ownFields } from '../references';
import { bringBack, type Returning, returnPlaces } from './deleted';
import { type Draft, type Drafts, openDrafts } from './drafts';
import { type MissingChoice, settleMissing } from './missing';
import { type Permit, perform, type RestoreResult, settleRestore } from './perform';
import { type RestoreStep, refusalOf, stepTo } from './step';
import { type Conflict, type ConflictChoice, takeBack } from './walk';

/** What to restore of a record, and how. */
export interface RestoreOptions {
  /** The record returns to its state after this change; if the change deleted it, to the state before. */
  change: number;
  /** Only these fields, even if others have changed them since. */
  fields?: string[];
  /** What happens to fields that others have changed since. Default: `refuse`. */
  conflicts?: ConflictChoice;
  /** Default: `refuse`. */
  missing?: MissingChoice;
  /** What happens to other existing records that cannot be restored as they were: refuse everything, or leave them as they are. Default: `refuse`. */
  others?: 'refuse' | 'leave';
  /** Why, in the actor's words: required to take back what others have done. */
  note?: string;
  /** Only tries; writes nothing. */
  isDryRun?: boolean;
  /** Whether a note that is needed may follow: of a dry run that is shown to somebody first. */
  isNoteOptional?: boolean;
  permit?: Permit;
}

/**
 * Restores a record, or some fields of it, in one transaction: all or nothing. A deleted record returns with its identifiers, with
 * what its deletion deleted along with it, and with its places in other records. The restore is a change of its own. Errors:
 * NOT_FOUND if the record never existed or did not exist after the change, INVALID_INPUT for an unknown field, those of `permit`.
 */
export function restoreRecord(resource: Resource, publicId: number, options: RestoreOptions): Promise<RestoreResult> {
  const { change: reverts, conflicts = 'refuse', missing = 'refuse', others = 'refuse', ...rest } = options;
  const { note, isDryRun = false, permit } = rest;
  const names = fieldsToRestore(resource, options.fields);
  return settleRestore(async (run, survey) => {
    const drafts = openDrafts(run);
    const returning: Returning = new Map();
    await openRecord(drafts, returning, { resource, publicId, names, options, survey }, run);
    await returnPlaces(drafts, returning, conflicts, run);
    await settleMissing(drafts, returning, { missing, conflicts }, run);
    const found = await stepsOf(drafts.all());
    const refused = found.filter(({ refusal }) => refusal !== undefined);
    // Others that exist can stay as they are; nothing can refer to what stays deleted.
    const isLeavable = ({ change, refusal }: RestoreStep) =>
      change?.action !== 'create' && (refusal?.resource !== resource.name || refusal.number !== publicId);
    survey.canLeave = others === 'refuse' && refused.length > 0 && refused.every(isLeavable);
    const steps = found.map((step) => {
      const { refusal } = step;
      return others === 'leave' && refusal && isLeavable(step) ? { conflicts: [], left: refusal } : step;
    });
    const refusesConflicts = conflicts !== 'keep';
    const request = {
      kind: 'restore' as const,
      label: '',
      reverts,
      isDryRun,
      refusesConflicts,
      permit,
      ...definedIn({ note }),
    };
    return perform(() => streamOf(steps), request, run, survey);
  });
}

/** Notes faults: a list of fields to restore that is empty, or names others than those of the resource. Overlooks what is no text. */
export function checkFields(resource: Resource, fields: unknown[], context: ParseContext): void {
  if (fields.length === 0) context.fault('REQUIRED', 'is empty: name fields, or leave it out for all of them');
  const known = [...ownFields(resource), ...childFields(resource)].filter((name) => name !== resource.key.name);
  fields.forEach((name, index) => {
    if (typeof name === 'string' && !known.includes(name))
      context.child(index).fault('INVALID_VALUE', `${resource.name} has no field "${name}"`);
  });
}

/** The named fields with their companions; undefined for all. Errors: INVALID_INPUT. */
function fieldsToRestore(resource: Resource, fields: string[] | undefined): string[] | undefined {
  if (!fields) return undefined;
  const context = parseContext('fields');
  checkFields(resource, fields, context);
  if (context.findings.faults.length > 0) throw errors.invalidInput(context.findings.faults);
  return [...new Set(fields.flatMap((name) => [name, resource.fields[name]?.companion ?? name]))];
}

interface RecordRequest {
  resource: Resource;
  publicId: number;
  /** The fields to restore; undefined for all. */
  names: string[] | undefined;
  options: RestoreOptions;
  survey: RestoreResult;
}

/** Opens the record to restore, with its wanted state. Errors: NOT_FOUND, INVALID_INPUT without a note that is needed. */
async function openRecord(
  drafts: Drafts,
  returning: Returning,
  { resource, publicId, names, options, survey }: RecordRequest,
  run: Run,
): Promise<void> {
  const { change, conflicts = 'refuse' } = options;
  const revision = await findRevision(resource.name, publicId, change, run);
  if (!revision && (await findChanges([change], run)).length === 0) throw errors.notFound();
  // A deletion leaves nothing to return to: what counts is the state before.
  const first = revision?.action === 'remove' ? change : change + 1;
  const [draft] = await drafts.open(resource, [publicId], first, { withValues: true });
  if (!draft) throw errors.notFound();
  const { past } = draft;
  const withOwn = (isOwn: (each: PastRevision) => boolean) => ({
    ...past,
    revisions: past.revisions.map((each) => ({ ...each, isOwn: isOwn(each) })),
  });
  const isDeleted = past.state === null;
  const keeps = conflicts === 'keep' && !names && !isDeleted;
  const { wanted, conflicts: found } = keeps
    ? takeBack(withOwn(isOfSender), 'keep')
    : takeBack(
        withOwn(() => true),
        'overwrite',
      );
  const lost = found.filter(({ kind }) => kind === 'gone');
  if (wanted === null && lost.length > 0) return void draft.conflicts.push(...lost);
  if (wanted === null) throw errors.notFound();
  draft.wanted = names && past.state ? { ...past.state, ...pickPresent(wanted, names) } : wanted;
  draft.hasChildren = !isDeleted;
  if (!keeps) draft.conflicts.push(...found.filter(({ path }) => path === '' || (names?.includes(path) ?? true)));
  const others = conflictsIn(draft);
  if (conflicts === 'refuse' && !names && !isDeleted) draft.conflicts.push(...others);
  else if (!keeps && others.length > 0) requireNote(options, survey);
  if (isDeleted) await bringBack(drafts, returning, resource, [publicId], run);
  else await bringChildren(drafts, returning, draft, run);
}

/** The fields of a draft that differ because of somebody else, each with the latest such change; of a deletion one without a path. */
function conflictsIn({ resource, past, wanted }: Draft): Conflict[] {
  const latest = new Map<string, PastRevision>();
  for (const revision of past.revisions.filter((each) => !isOfSender(each)))
    for (const name of revision.action === 'change' ? Object.keys(revision.fields ?? {}) : [''])
      latest.set(name, latest.get(name) ?? revision);
  const differs = (name: string) => !isEqual(wanted?.[name] ?? null, past.state?.[name] ?? null);
  return [...latest]
    .filter(([path]) => past.state === null || differs(path))
    .map(([path, by]) => ({ resource: resource.name, publicId: past.publicId, path, kind: 'changed', by }));
}

/** Errors: INVALID_INPUT if what others have done goes without a reason, unless that may follow: the survey notes it. */
export function requireNote(
  { note, isNoteOptional }: Pick<RestoreOptions, 'note' | 'isNoteOptional'>,
  survey: Pick<RestoreResult, 'needsNote'>,
): void {
  if (note) return;
  survey.needsNote = true;
  if (isNoteOptional) return;
  const { findings, fault } = parseContext('note');
  fault('REQUIRED', 'say why: this takes back what others have done');
  throw errors.invalidInput(findings.faults);
}

/** Brings back the deleted children that a record is to have again. */
async function bringChildren(drafts: Drafts, returning: Returning, draft: Draft, run: Run): Promise<void> {
  for (const name of childFields(draft.resource)) {
    const { children } = draft.resource.fields[name] ?? {};
    const publicIds = rowsIn(draft.wanted ?? {}, name).map(({ id }) => id as number);
    if (children && publicIds.length > 0)
      await bringBack(drafts, returning, resourceByKind(children.kind), publicIds, run);
  }
}

/** The steps in the order in which a plan writes. */
async function stepsOf(drafts: Draft[]): Promise<RestoreStep[]> {
  const steps = await mapInSlices(drafts, ({ resource, past, wanted, faults, places, ...draft }): RestoreStep => {
    const step = { ...stepTo(resource, past, wanted, draft), isReturn: false };
    const { action, to = {} } = step.change ?? {};
    step.isReturn = action === 'change' && Object.keys(to).every((name) => isEqual(to[name], places[name]));
    return faults.length > 0 ? { ...step, refusal: refusalOf(past, faults) } : step;
  });
  const orderOf = ({ change }: RestoreStep) => `${change?.action === 'create' ? 0 : 1} ${change?.resource ?? ''}`;
  return [...groupBy(steps, orderOf)].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, some]) => some);
}

async function* streamOf<T>(items: T[]): AsyncIterable<T> {
  yield* items;
}
