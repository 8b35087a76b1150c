import type { RecordPosition } from '../../../../../../common/findings';
import { isEqual, type JsonObject } from '../../../../../../common/json';
import { definedIn, entryOf } from '../../../../../../common/maps';
import { attributeOf } from '../../fields/field';
import type { Names } from '../../import/names/names';
import { findResourceByUid } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { modelOf } from '../../sql/model';
import type { Run } from '../../store/database';
import type { RecordEdits } from '../../store/history/edits';
import { compareAll } from './compare-all';
import type { Comparison } from './comparison';
import { decisionAhead, decisionOn } from './decisions';
import { findEdits } from './keep-edits';
import { basesIn, finalized } from './settle-edits';
import { type Contradiction, lastWords, reconcile, type Side, type Sides, type Verdict } from './sides';
import { addWarning, type Chunk, type PlanState, placeOf } from './state';

/** A list of references that the records of another resource have as well: each link stands in both. */
export interface SharedList {
  resource: Resource;
  name: string;
  other: Resource;
  otherName: string;
}

const known = new WeakMap<Resource, SharedList[]>();

/** The lists of a resource that another one has as well. */
export function sharedListsOf(resource: Resource): SharedList[] {
  const lists = known.get(resource) ?? findSharedLists(resource);
  known.set(resource, lists);
  return lists;
}

function findSharedLists(resource: Resource): SharedList[] {
  const { attributes } = modelOf(resource.uid);
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const { target = '', mappedBy, inversedBy } = attributes[attributeOf(name, field)] ?? {};
    const other = field.kind === 'refs' ? findResourceByUid(target) : undefined;
    const [otherName] =
      Object.entries(other?.fields ?? {}).find(
        ([each, opposite]) => opposite.kind === 'refs' && attributeOf(each, opposite) === (mappedBy ?? inversedBy),
      ) ?? [];
    return other && otherName !== undefined ? [{ resource, name, other, otherName }] : [];
  });
}

/** What the input says of a shared list, by the public ids of its records. */
export const sidesOf = (state: PlanState, { kind }: Resource, name: string): Sides =>
  entryOf(state.sides, `${kind}.${name}`, () => new Map());

/**
 * Reads what a chunk says of lists that others share. Comes before the comparison, which must know what the records on both sides say of a
 * link.
 */
export async function readSides(
  state: PlanState,
  chunk: Chunk,
  { names, run }: { names: Names; run: Run },
): Promise<void> {
  const { source } = chunk;
  const { resource } = source;
  const lists = sharedListsOf(resource);
  if (lists.length === 0) return;
  const found = await compareAll(state, chunk, names, run);
  const editsBy = await findEdits(state, resource, found, run);
  for (const { publicId, record, stored, given, before, findings, sourceRecord } of found) {
    if (findings.faults.length > 0) continue;
    const edits = editsBy.get(publicId);
    const bases = edits ? basesIn(resource, stored, edits) : {};
    for (const { name } of lists.filter((each) => given.includes(each.name))) {
      const isKnown = before !== null && (edits?.wasImported ?? true);
      const base = edits && name in edits.fields ? bases[name] : stored[name];
      const side: Side = {
        place: placeOf(source, sourceRecord),
        said: record[name] as number[],
        base: isKnown ? (base as number[] | undefined) : undefined,
        stored: (stored[name] ?? []) as number[],
        ...definedIn({
          written: writtenIn(resource, stored, edits, name),
          // What nobody has edited is not decided: the file says what it becomes.
          decision:
            edits &&
            (name in edits.fields ||
              (!edits.wasImported && !isEqual(finalized(resource, name, record[name] ?? null), stored[name] ?? null)))
              ? decisionAhead(state, { resource: resource.name, publicId }, [name])
              : undefined,
        }),
      };
      if (side.written) side.agreed = { said: side.said, base: lastWords(side) };
      sidesOf(state, resource, name).set(publicId, side);
    }
  }
}

/** What the last import has written of a list instead of what the record said, in canonical form. */
function writtenIn(
  resource: Resource,
  stored: JsonObject,
  edits: RecordEdits | undefined,
  name: string,
): number[] | undefined {
  const { written: base, by } = edits?.fields[name] ?? {};
  return base === undefined
    ? undefined
    : (basesIn(resource, stored, { fields: { [name]: { base, by } } })[name] as number[]);
}

/** Reconciles what the input says of lists that its resources share, with the warning SIDES_DIFFER where it contradicts itself. */
export function reconcileSides(state: PlanState, resources: Resource[]): void {
  const lists = [...new Set(resources)].flatMap(sharedListsOf);
  // Each of them is also that of the other side.
  for (const list of lists) if (keysOf(list)[0] <= keysOf(list)[1]) reconcileList(state, list);
}

const keysOf = ({ resource, name, other, otherName }: SharedList): [string, string] => [
  `${resource.kind}.${name}`,
  `${other.kind}.${otherName}`,
];

function reconcileList(state: PlanState, { resource, name, other, otherName }: SharedList): void {
  const [ones, others] = [sidesOf(state, resource, name), sidesOf(state, other, otherName)];
  for (const each of reconcile(ones, others)) {
    const [loser, winner] = each.isLoserFirst ? [resource, other] : [other, resource];
    const [lost, won] = each.isLoserFirst ? [ones, others] : [others, ones];
    const place = won.get(each.winner)?.place ?? { file: '', record: 0 };
    const [losing, winning] = each.isLoserFirst ? [name, otherName] : [otherName, name];
    if (lost.get(each.loser)?.decision !== undefined)
      decisionOn(state, { resource: loser.name, publicId: each.loser }, [losing]);
    if (won.get(each.winner)?.decision !== undefined)
      decisionOn(state, { resource: winner.name, publicId: each.winner }, [winning]);
    addWarning(state, lost.get(each.loser)?.place ?? place, {
      resource: loser.name,
      number: each.loser,
      code: 'SIDES_DIFFER',
      path: losing,
      message: messageOf(each, winner, place),
      records: 1,
    });
  }
}

const REASONS: Record<Verdict, string> = {
  new: 'the source had not had that one so far, and it counts',
  decided: 'what is decided of that one counts for both',
  newer: 'that one has changed since the last import, and counts',
  both: 'a link that either lists is made',
  neither: 'neither has changed since the last import, and the link stays as it is',
};

const messageOf = (
  { winner: publicId, isLinked, verdict }: Contradiction,
  { name }: Resource,
  { file, record }: RecordPosition,
): string => {
  const winner = publicId < 0 ? `the new one of ${name}` : `${name} ${publicId}`;
  return `${isLinked ? 'lacks' : 'has'} ${winner} (${file}, record ${record}), which ${isLinked ? 'has' : 'lacks'} this one: ${REASONS[verdict]}`;
};

/** Takes as what the file says, and as what the last import said, what both sides of a link agree on. */
export function takeAgreed(
  state: PlanState,
  resource: Resource,
  comparison: Comparison,
  edits: RecordEdits | undefined,
): void {
  const { publicId, record, stored, given } = comparison;
  for (const name of given) {
    const { agreed } = state.sides.get(`${resource.kind}.${name}`)?.get(publicId) ?? {};
    if (!agreed) continue;
    record[name] = agreed.said;
    const edit = edits?.fields[name];
    if (edit && agreed.base) edit.base = agreed.base;
    comparison.changed = comparison.changed.filter((each) => each !== name);
    if (comparison.before === null || !isEqual(agreed.said, stored[name] ?? null)) comparison.changed.push(name);
  }
}

/**
 * Notes what the file itself says of a shared list that becomes something else because of what the other side says, so that the next import
 * is compared with that. A conflict that nobody has decided stays one.
 */
export function noteOwnSide(state: PlanState, resource: Resource, comparison: Comparison): void {
  const { publicId, given, changed, settled, said } = comparison;
  for (const name of given) {
    const side = state.sides.get(`${resource.kind}.${name}`)?.get(publicId);
    if (!side?.agreed) continue;
    const isOpen = settled.some(({ path, kind, isTaken }) => path === name && kind === 'conflict' && !isTaken);
    if (isOpen && !(name in said)) continue;
    if (name in said || changed.includes(name) || !isEqual(side.said, side.base)) said[name] = side.said;
  }
}
