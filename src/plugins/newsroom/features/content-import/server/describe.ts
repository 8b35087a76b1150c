import { panels } from '../../../../../panels';
import { attributeOf } from '../../../../rostra/server/src/fields/field';
import { canMatch } from '../../../../rostra/server/src/import/names/match';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByKind } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { app } from '../../../../rostra/server/src/store/strapi';
import type { FieldChange, Named, RecordChange } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { excerptOf } from '../shared/excerpt';
import type { May } from './permissions';

interface Known {
  title: string | null;
  documentId: string;
}

/** A resource as the page needs to know it. */
export const describeResource = (of: Resource): ImportableResource => ({
  name: of.name,
  uid: of.uid,
  fields: Object.entries(of.fields).map(([name, field]) => ({
    name,
    attribute: attributeOf(name, field),
    canMatch: canMatch(of, [name]),
  })),
});

/** Changes of one resource as people read them: records under their titles, of long texts what differs. */
export async function describeChanges(of: Resource, changes: Change[], may: May): Promise<RecordChange[]> {
  const own = await knownOf(
    of,
    changes.map(({ number }) => number),
    may,
  );
  const titles = new Map<string, Map<number, Known>>();
  for (const [kind, numbers] of namedIn(of, changes))
    titles.set(kind, await knownOf(resourceByKind(kind), [...numbers], may));
  return changes.map(({ number, from, to, action, file, record, line }) => ({
    number,
    title: own.get(number)?.title ?? titleIn(of, to),
    documentId: own.get(number)?.documentId ?? null,
    file,
    record,
    ...(line === undefined ? {} : { line }),
    fields: Object.keys(to)
      .filter((name) => name !== of.key.name && !(action === 'create' && isEmpty(to[name])))
      .map((name) => describeField(of, name, from[name] ?? null, to[name] ?? null, titles)),
  }));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** How much of a value is shown. */
const LONGEST = 1_000;

function describeField(
  of: Resource,
  name: string,
  before: unknown,
  after: unknown,
  titles: Map<string, Map<number, Known>>,
): FieldChange {
  const kind = kindOf(of, name);
  if (kind) {
    const [old, now] = [numbersIn(before), numbersIn(after)];
    const named = (number: number): Named => ({ number, title: titles.get(kind)?.get(number)?.title ?? null });
    const [removed, added] = [old.filter((each) => !now.includes(each)), now.filter((each) => !old.includes(each))];
    // Only the order differs: it is shown as a whole.
    const isOrder = removed.length + added.length === 0;
    return isOrder
      ? { name, kind: 'records', removed: old.map(named), added: now.map(named), kept: 0 }
      : {
          name,
          kind: 'records',
          removed: removed.map(named),
          added: added.map(named),
          kept: old.length - removed.length,
        };
  }
  const isText = (value: unknown) => value === null || typeof value === 'string';
  const fieldKind = of.fields[name]?.kind ?? '';
  if (fieldKind === 'text' && isText(before) && isText(after))
    return { name, kind: 'text', text: excerptOf((before as string) ?? '', (after as string) ?? '') };
  const isTime = fieldKind === 'epochMs' || fieldKind === 'utcText';
  return { name, kind: 'value', before: cut(before), after: cut(after), isTime };
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
}

/** The kind of the records that a field names by themselves, not in rows of its own. */
function kindOf(of: Resource, name: string): string | undefined {
  const field = of.fields[name];
  if (!field) return undefined;
  const [first, ...others] = field.referencePaths?.(attributeOf(name, field), name) ?? [];
  return first && others.length === 0 && first.attributes.length === 1 && !field.children ? first.kind : undefined;
}

const numbersIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is number => typeof each === 'number');

function namedIn(of: Resource, changes: Change[]): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>();
  for (const { from, to } of changes) {
    for (const name of Object.keys(to)) {
      const kind = kindOf(of, name);
      if (!kind) continue;
      const numbers = named.get(kind) ?? new Set();
      named.set(kind, numbers);
      for (const number of [...numbersIn(from[name]), ...numbersIn(to[name])]) numbers.add(number);
    }
  }
  return named;
}

const mainOf = (uid: string): string | undefined => panels.find((panel) => panel.uid === uid)?.main;

/** What a new record is called until it has a title: its main field, else its first text. */
function titleIn(of: Resource, record: Record<string, unknown>): string | null {
  const texts = Object.keys(of.fields).filter((name) => of.fields[name]?.kind === 'text');
  const values = [mainOf(of.uid) ?? '', ...texts].map((name) => record[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

async function knownOf(of: Resource, numbers: number[], may: May): Promise<Map<number, Known>> {
  const main = mainOf(of.uid);
  const stored = numbers.filter((number) => number >= 0);
  if (!main || stored.length === 0 || !may('read', of)) return new Map();
  const { attribute } = of.key;
  const rows: Record<string, unknown>[] = await app()
    .db.query(of.uid)
    .findMany({ where: { [attribute]: { $in: stored } }, select: ['documentId', attribute, main] });
  return new Map(
    rows.map((row) => [
      row[attribute] as number,
      { title: row[main] == null ? null : String(row[main]), documentId: row.documentId as string },
    ]),
  );
}
