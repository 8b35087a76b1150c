import { isEqual, type Json, type JsonObject, pick } from '../../../../../../common/json';
import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { canonicalFields } from '../../operations/record';
import { referencesOf } from '../../operations/write';
import { resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { editsOf, type RecordEdits } from '../../store/history/edits';
import { fieldOf, withoutReferences } from '../references';
import type { Change, Said } from '../types';
import type { Comparison } from './comparison';
import type { PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * What is to be noted with changes that only clear references: what people have made of these fields stays their work. At most three
 * statements for each resource and chunk.
 */
export async function saidOfCleared(state: PlanState, changes: Change[], run: Run): Promise<Said[]> {
  const said: Said[] = [];
  for (const [name, all] of groupBy(changes, (change) => change.resource)) {
    const resource = resourceByName(name);
    if (resource.hasPrivateHistory) continue;
    for (const some of slicesOf(all, CHUNK)) {
      const publicIds = some.map(({ number }) => number);
      const names = [...new Set(some.flatMap(({ to }) => Object.keys(to)))];
      const edits = await editsOf({ resource: name, publicIds, names, source: state.sourceName ?? '' }, run);
      for (const { number, from, to } of some) {
        const fields = basesOfCleared(state, resource, { stored: from, cleared: to, edits: edits.get(number) });
        if (Object.keys(fields).length > 0) said.push({ resource: name, number, fields });
      }
    }
  }
  return said;
}

/** What people have done to fields of which the input says nothing and that lose a reference, by public id. At most three statements. */
export async function findSilentEdits(
  state: PlanState,
  resource: Resource,
  comparisons: Comparison[],
  run: Run,
): Promise<Map<number, RecordEdits>> {
  if ((state.omittedChildren.size === 0 && state.gone.size === 0) || resource.hasPrivateHistory) return new Map();
  const fields = new Map<number, Set<string>>();
  for (const { publicId, before, record, given } of comparisons) {
    if (before === null) continue;
    const silent = Object.keys(record).filter((name) => !given.includes(name));
    for (const { path } of referencesOf(resource, record, silent).filter((each) => isLost(state, each)))
      entryOf(fields, publicId, () => new Set()).add(fieldOf(path));
  }
  if (fields.size === 0) return new Map();
  const names = [...fields.values()].flatMap((each) => [...each]);
  const withOthers = names.flatMap((name) => [name, resource.fields[name]?.companion ?? name]);
  const query = { resource: resource.name, publicIds: [...fields.keys()], names: [...new Set(withOthers)] };
  return editsOf({ ...query, source: state.sourceName ?? '' }, run);
}

/**
 * What imports said of fields from which references are cleared, without these, where people have changed them since and something of that
 * remains: history alone would tell that an import said what is left. Where nobody knows what imports said, they said nothing.
 */
export function basesOfCleared(
  state: PlanState,
  resource: Resource,
  { stored, cleared, edits }: { stored: JsonObject; cleared: JsonObject; edits: RecordEdits | undefined },
): JsonObject {
  const bases: JsonObject = {};
  for (const name of Object.keys(cleared)) {
    const { base, by } = edits?.fields[name] ?? {};
    const said: Json | undefined = base === undefined && by ? null : base;
    if (said !== undefined && !isEqual(said, stored[name] ?? null)) bases[name] = said;
  }
  const names = Object.keys(bases);
  if (names.length === 0 || !edits?.wasImported) return {};
  const known = { ...bases, ...canonicalFields(resource, JSON.stringify({ ...stored, ...bases })) };
  const lost = referencesOf(resource, known, names).filter((each) => isLost(state, each));
  const left = withoutReferences(resource, known, lost);
  return pick(
    left,
    names.filter((name) => !isEqual(left[name], cleared[name])),
  );
}

/** Whether what a reference leads to will be deleted. */
const isLost = ({ gone, omittedChildren }: PlanState, { kind, publicId = 0 }: Reference): boolean =>
  [gone, omittedChildren].some((each) => each.get(kind)?.has(publicId) ?? false);
