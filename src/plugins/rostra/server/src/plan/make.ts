import type { JsonObject } from '../../../../../common/json';
import { openChecks } from '../checks/checks';
import { attributeOf } from '../fields/field';
import { canMatch, openMatch, refuseUnmatchable } from '../import/names/match';
import { openNames } from '../import/names/names';
import type { Source, SourceRecord } from '../import/record';
import { childFields } from '../operations/write';
import { resource } from '../resource/registry';
import { type Run, snapshot } from '../store/database';
import { existing } from '../store/read';
import { compare } from './compare';
import type { PlanWriter } from './file';
import { readKeys } from './keys';
import { loseChildren } from './losers';
import type { Summary } from './plan';
import { type Batch, newState, type PlanState, placeOf, summaryOf, warn } from './state';
import { together } from './together';

/** Told as the work goes on: how many of a source's records a step has dealt with. */
export type Progress = (step: 'reading' | 'comparing', source: string, records: number) => void;

/** How a plan is made. */
export interface Options {
  /** Fields by which a record without identifier is matched with a stored one. */
  match?: string[];
  /** Whether what is odd counts as a fault. */
  isStrict?: boolean;
  progress?: Progress;
}

/**
 * Reads everything and writes nothing but the plan: which records would be made and changed, with every fault and whatever
 * is odd. A plan with faults is not written. One consistent view of the database; constant memory but for identifiers.
 */
export function makePlan(
  sources: Source[],
  out: PlanWriter,
  { match, isStrict = false, progress }: Options = {},
): Promise<Summary> {
  return snapshot(async (run) => {
    const state = newState();
    const names = openNames(run);
    if (match) refuseUnmatchable(sources, match);
    for (const source of match ? namedFirst(sources, match) : sources) {
      const matching = match && canMatch(source.of, match) ? await openMatch(source.of, match, run) : undefined;
      await inBatches(source, 'reading', progress, (batch) => readKeys(state, batch, { names, match: matching }));
    }
    await markStored(state, run);
    const checks = await openChecks(run);
    const check = async ({ source }: Batch, each: SourceRecord, number: number, record: JsonObject) => {
      const place = placeOf(source, each);
      for (const warning of await checks.check(source.of, number, record, place)) warn(state, place, warning, isStrict);
    };
    // What leaves children out comes first: others may name them.
    for (const source of sources.toSorted((a, b) => childFields(b.of).length - childFields(a.of).length)) {
      await inBatches(source, 'comparing', progress, async (batch) => {
        for (const change of await compare(state, batch, { names, run, check })) await out.write(change);
      });
    }
    for (const change of await loseChildren(state, run, isStrict)) await out.write(change);
    for (const warning of checks.finish()) warn(state, warning.at ?? NOWHERE, warning, isStrict);
    const summary = summaryOf(state);
    if (summary.faultCount > 0) await out.abandon();
    else await out.finish(summary);
    return summary;
  });
}

/** The sources in such an order that what records are matched by is known by its name before them: acts before bills. */
function namedFirst(sources: Source[], match: string[]): Source[] {
  const depths = new Map<string, number>();
  const depthOf = (kind: string): number => {
    const known = depths.get(kind);
    if (known !== undefined) return known;
    depths.set(kind, 0);
    const { fields } = resource(kind);
    const named = match.flatMap((name) => {
      const field = fields[name];
      return field?.refers?.(attributeOf(name, field), name).map((refers) => refers.kind) ?? [];
    });
    const depth = 1 + Math.max(0, ...named.map(depthOf));
    depths.set(kind, depth);
    return depth;
  };
  return sources.toSorted((a, b) => depthOf(a.of.kind) - depthOf(b.of.kind));
}

/** Which of the records that the input brings are stored already. */
async function markStored(state: PlanState, run: Run): Promise<void> {
  for (const [kind, brought] of state.brought) {
    const numbers = [...brought.keys()].filter((number) => number >= 0);
    for (let done = 0; done < numbers.length; done += 10_000) {
      for (const number of await existing(resource(kind), numbers.slice(done, done + 10_000), run)) {
        const found = brought.get(number);
        if (found) found.isStored = true;
      }
    }
  }
}

/** The place of a warning about several records. */
const NOWHERE = { file: '', record: 0 };

async function inBatches(
  source: Source,
  step: 'reading' | 'comparing',
  progress: Progress | undefined,
  work: (batch: Batch) => Promise<void>,
): Promise<void> {
  let done = 0;
  for await (const records of together(source.records(), { text: ({ value }) => value })) {
    await work({ source, records });
    done += records.length;
    progress?.(step, source.label, done);
  }
}
