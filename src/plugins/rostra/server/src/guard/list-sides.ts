import { isObject, type Json } from '../../../../../common/json';
import { parseContext } from '../fields/parse-context';
import { resourceAttribute } from '../operations/write';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { resolve } from '../store/resolve';
import { type ComparedRecord, isIdList, uncontested } from './merged-lists';

/** What a save can go on with: what a form has sent of an attribute, and what of that leaves the others' changes alone. Undefined if nothing is to be sent. */
export interface Sides {
  mine?: unknown;
  theirs?: unknown;
}

/**
 * What a save can go on with of lists of records, by attribute: where theirs stays, so does whom the editor has added or removed and nobody
 * contests. One statement, if there are such lists.
 */
export async function listSides(
  resource: Resource,
  { fields, data }: { fields: string[]; data: Record<string, unknown> },
  { shown, theirs, after }: ComparedRecord,
  run: Run,
): Promise<Record<string, Sides>> {
  const lists = fields.flatMap((name) => {
    const field = resource.fields[name];
    const mine = data[resourceAttribute(resource, name)];
    const states = [shown[name], theirs[name], after[name]];
    if (!field?.references || field.nested || field.children || !isObject(mine) || !states.every(isIdList)) return [];
    const [before, their, own] = states as [number[], number[], number[]];
    return [{ name, field, mine, ...uncontested(before, their, own) }];
  });
  if (lists.length === 0) return {};
  const { findings } = parseContext();
  const referencesOf = ({ name, field }: (typeof lists)[number], ids: Json[]) =>
    field.references?.(ids, name, {}) ?? [];
  const references = lists.flatMap((list) => referencesOf(list, [...list.added, ...list.removed]));
  const { rowOf } = await resolve([{ references, claims: [], findings }], run);
  const linksOf = (list: (typeof lists)[number], ids: Json[]) =>
    referencesOf(list, ids).map(({ kind, publicId }) => ({ id: rowOf(kind, publicId ?? 0) }));
  return Object.fromEntries(
    lists.map((list) => [
      resourceAttribute(resource, list.name),
      { mine: list.mine, theirs: { connect: linksOf(list, list.added), disconnect: linksOf(list, list.removed) } },
    ]),
  );
}
