import type { Warning } from '../../../../../../common/findings';
import type { JsonObject } from '../../../../../../common/json';
import { definedIn, slicesOf } from '../../../../../../common/maps';
import { openChecks } from '../../checks/checks';
import { attributeOf } from '../../fields/field';
import { canMatch, openMatcher, refuseUnmatchable } from '../../import/names/match';
import { openNames } from '../../import/names/names';
import type { Source, SourceRecord } from '../../import/record';
import { childFields } from '../../operations/write';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { type Run, snapshot } from '../../store/database';
import { existingPublicIds } from '../../store/read-many';
import { inChunks } from '../chunks';
import type { PlanWriter } from '../file';
import type { Summary } from '../types';
import { saidOfCleared } from './cleared-edits';
import { compare } from './compare';
import { type Decisions, unusedDecisions } from './decisions';
import { LOOKUP, markDeleted } from './deleted';
import { addClaimed, identify, openExternalIds, type PlanExternalIds } from './external-ids';
import { findGone, removalsOf, type SyncOptions } from './gone';
import { findLeftOut } from './kept-lists';
import { readKeys } from './keys';
import { countMoved } from './omitted-children';
import { clearOrphanedReferences } from './orphaned-references';
import { changeOtherSides, furtherChanges, keepBack } from './other-sides';
import { withoutIdentified } from './said';
import { readSides, reconcileSides, sharedListsOf } from './shared-lists';
import { addWarning, type Chunk, newState, type PlanState, placeOf, summaryOf, takeEdits } from './state';

/** Called as planning proceeds, with the number of a source's records that a step has handled. */
export type PlanProgress = (step: 'reading' | 'comparing', source: string, records: number) => void;

/** How to plan. */
export interface PlanOptions {
  /** Fields that match records without public id with stored ones. */
  match?: string[];
  /** The name of the source that the records come from; without it they have no identifiers there. */
  sourceName?: string;
  /** Removes what the source no longer has. */
  sync?: SyncOptions;
  /** Treats warnings as faults. */
  isStrict?: boolean;
  /** Whether the file wins where people have changed the same field since the last import. */
  takesFile?: boolean;
  /** Whether records that people have deleted since return. */
  restoresDeleted?: boolean;
  /** What is decided of single edits. */
  decisions?: Decisions;
  progress?: PlanProgress;
}

/**
 * Plans an import: compares the sources with one snapshot of the database and writes every record to be created or changed
 * to `out`, which is abandoned if there are faults. Keeps ids in memory, of records only changes that others may join (topics).
 */
export function makePlan(sources: Source[], out: PlanWriter, options: PlanOptions = {}): Promise<Summary> {
  const { match, sourceName, sync, isStrict = false, takesFile = false, restoresDeleted = false, progress } = options;
  return snapshot(async (run) => {
    const state = newState({
      takesFile,
      restoresDeleted,
      isStrict,
      ...definedIn({ sourceName, decisions: options.decisions }),
    });
    const writeEdits = async () => {
      for (const each of takeEdits(state)) await out.edit(each);
    };
    const names = openNames(run);
    if (match) refuseUnmatchable(sources, match);
    const externals = await findExternalIds(sources, { match, sourceName }, run);
    for (const source of match ? sortByDependency(sources, match) : sources) {
      const matching =
        match && canMatch(source.resource, match)
          ? await openMatcher(source.resource, match, run, { withDeleted: true })
          : undefined;
      const known = { names, ...definedIn({ match: matching, external: externals.get(source.resource) }) };
      await forEachChunk(source, 'reading', progress, (chunk) => readKeys(state, chunk, known));
    }
    await markStored(state, run);
    await markDeleted(state, run);
    const checks = await openChecks(run);
    const check = async ({ source }: Chunk, sourceRecord: SourceRecord, publicId: number, record: JsonObject) => {
      const place = placeOf(source, sourceRecord);
      const warnings = await checks.check(source.resource, publicId, record, place);
      for (const warning of warnings) addWarning(state, place, warning);
    };
    // Which children a parent gets must be known wherever the input has them, in whatever chunk.
    for (const source of sources.filter(({ resource }) => childFields(resource).length > 0))
      await forEachChunk(source, 'reading', undefined, (chunk) => findLeftOut(state, chunk, { names, run }));
    const withShared = sources.filter(({ resource }) => sharedListsOf(resource).length > 0);
    for (const source of withShared)
      await forEachChunk(source, 'reading', undefined, (chunk) => readSides(state, chunk, { names, run }));
    reconcileSides(
      state,
      withShared.map(({ resource }) => resource),
    );
    if (sync) await findGone(state, sources, sync, { run, flush: writeEdits });
    // Resources with children come first: their omitted children must be known when other records refer to these.
    for (const source of sources.toSorted((a, b) => childFields(b.resource).length - childFields(a.resource).length)) {
      await forEachChunk(source, 'comparing', progress, async (chunk) => {
        const { changes, said } = await compare(state, chunk, { names, run, check });
        for (const change of changes) if (!keepBack(state, change)) await out.write(change);
        const identified = await identify(state, chunk, changes, run);
        const noted = withoutIdentified(said, identified);
        for (const each of noted) await out.note(each);
        state.noteCount += noted.length;
        await writeEdits();
        for (const each of identified) await out.identify(each);
      });
    }
    const said = await changeOtherSides(state, run);
    const others = new Set(furtherChanges(state));
    const cleared = await clearOrphanedReferences(state, run);
    said.push(
      ...(await saidOfCleared(
        state,
        cleared.filter((change) => !others.has(change)),
        run,
      )),
    );
    for (const change of furtherChanges(state)) await out.write(change);
    for (const each of said) await out.note(each);
    await countMoved(state, run);
    for await (const change of removalsOf(state, run)) await out.write(change);
    for (const warning of checks.finish()) addWarning(state, warning.at ?? NO_PLACE, warning);
    for (const name of unusedDecisions(state)) addWarning(state, NO_PLACE, undecided(name), false);
    const summary = summaryOf(state);
    if (summary.faultCount > 0) await out.abandon();
    else await out.finish(summary);
    return summary;
  });
}

/** What is known of the identifiers at the source of the import, and what the input says of those of records that have public ids. */
async function findExternalIds(
  sources: Source[],
  { match, sourceName }: Pick<PlanOptions, 'match' | 'sourceName'>,
  run: Run,
): Promise<Map<Resource, PlanExternalIds>> {
  const found = new Map<Resource, PlanExternalIds>();
  if (sourceName === undefined) return found;
  for (const source of sources) {
    const { resource } = source;
    const isMatching = match !== undefined && canMatch(resource, match);
    const external = found.get(resource) ?? (await openExternalIds(resource, { sourceName, isMatching }, run));
    found.set(resource, external);
    await forEachChunk(source, 'reading', undefined, async (chunk) => addClaimed(external, chunk));
  }
  return found;
}

/** Sorts sources by dependency: records that others are matched by come first: acts before bills. */
function sortByDependency(sources: Source[], match: string[]): Source[] {
  const depths = new Map<string, number>();
  const depthOf = (kind: string): number => {
    const known = depths.get(kind);
    if (known !== undefined) return known;
    depths.set(kind, 0);
    const { fields } = resourceByKind(kind);
    const referenced = match.flatMap((name) => {
      const field = fields[name];
      return field?.referencePaths?.(attributeOf(name, field), name).map((refers) => refers.kind) ?? [];
    });
    const depth = 1 + Math.max(0, ...referenced.map(depthOf));
    depths.set(kind, depth);
    return depth;
  };
  return sources.toSorted((a, b) => depthOf(a.resource.kind) - depthOf(b.resource.kind));
}

/** Notes which records of the input are stored already. */
async function markStored(state: PlanState, run: Run): Promise<void> {
  for (const [kind, inputRecords] of state.inputRecords) {
    const publicIds = [...inputRecords.keys()].filter((publicId) => publicId >= 0);
    for (const some of slicesOf(publicIds, LOOKUP)) {
      for (const publicId of await existingPublicIds(resourceByKind(kind), some, run)) {
        const inputRecord = inputRecords.get(publicId);
        if (inputRecord) inputRecord.isStored = true;
      }
    }
  }
}

/** The finding that a decision concerns no edit. */
function undecided(name: string): Warning {
  const [resource = '', number, path = ''] = name.split('/');
  const message = 'there is nothing to decide between the file and people';
  return { resource, number: Number(number), path, code: 'NOTHING_TO_DECIDE', message, records: 1 };
}

/** The place of a warning about several records. */
const NO_PLACE = { file: '', record: 0 };

async function forEachChunk(
  source: Source,
  step: 'reading' | 'comparing',
  progress: PlanProgress | undefined,
  work: (chunk: Chunk) => Promise<void>,
): Promise<void> {
  let done = 0;
  for await (const records of inChunks(source.records(), { contentOf: ({ value }) => value })) {
    await work({ source, records });
    done += records.length;
    progress?.(step, source.label, done);
  }
}
