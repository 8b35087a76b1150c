import type { JsonObject } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { attributeOf } from '../fields/field';
import { canonical } from '../operations/record';
import { type Referring, referrersOf, resourceOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { column, from, leadingTo, open, rowId } from '../sql/scope';
import { parameter, sql } from '../sql/sql';
import { type Run, runOnce } from '../store/database';
import { readStoredOf, rowsBehind } from '../store/read';
import type { Applying } from './applying';
import { addToBatch } from './batch';

/** Fields of some records that change although nothing names the records. */
export interface Losing {
  of: Resource;
  numbers: number[];
  fields: string[];
}

/** Keeps fields as they are before something else changes them, so that undoing puts them back, too. */
export async function keepBeside({ batch, touched, run }: Applying, beside: Losing[]): Promise<void> {
  for (const { of, numbers, fields } of beside) {
    if (numbers.length === 0) continue;
    touched.add(of);
    const stored = await readStoredOf(of, numbers, run);
    const changes = stored.map(({ number, stored: text }) => {
      const { record } = canonical(of, text);
      const kept: JsonObject = Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
      return { resource: of.name, number, action: 'change' as const, from: kept };
    });
    await addToBatch(batch, changes, run);
  }
}

/**
 * The records at the other side of lists that a change makes shorter, where that side has a list of its own, in an order of
 * its own: the general topics of a specific one.
 */
export function othersOf(of: Resource, stored: JsonObject, to: JsonObject): Losing[] {
  return Object.keys(to).flatMap((name) => {
    const field = of.fields[name];
    const other = field && Array.isArray(field.empty) ? otherSideOf(of, attributeOf(name, field)) : undefined;
    if (!other) return [];
    const kept = new Set(listIn(to, name));
    const numbers = listIn(stored, name).filter((number) => !kept.has(number));
    return numbers.length > 0 ? [{ ...other, numbers }] : [];
  });
}

const listIn = (record: JsonObject, name: string): number[] => (record[name] as number[] | null | undefined) ?? [];

function otherSideOf(of: Resource, attribute: string): { of: Resource; fields: string[] } | undefined {
  const { target, joinTable, mappedBy, inversedBy } = model(of.uid).attributes[attribute] ?? {};
  const back = mappedBy ?? inversedBy;
  const other = target === undefined ? undefined : resourceOf(target);
  if (!joinTable?.inverseOrderColumnName || !back || !other) return undefined;
  const fields = Object.keys(other.fields).filter((name) => {
    const field = other.fields[name];
    return field && !field.children && attributeOf(name, field) === back && Array.isArray(field.empty);
  });
  return fields.length > 0 ? { of: other, fields } : undefined;
}

/** The records that lose a reference when one of a kind is deleted, and the fields that they lose it from. */
export async function losing(of: Resource, number: number, run: Run): Promise<Losing[]> {
  const [row] = await rowsBehind(of, [number], run);
  if (row === undefined) return [];
  const found = new Map<Resource, { numbers: Set<number>; fields: Set<string> }>();
  for (const referring of referrersOf(of.kind)) {
    if (referring.onDelete !== 'clear' && referring.onDelete !== 'unlist') continue;
    const { numbers, fields } = entryOf(found, referring.resource, () => ({ numbers: new Set(), fields: new Set() }));
    for (const each of await numbersLeadingTo(referring, row, run)) {
      numbers.add(each);
      const name = referring.field.split(/[.[]/)[0] ?? '';
      for (const lost of [name, referring.resource.fields[name]?.together]) if (lost) fields.add(lost);
    }
  }
  return [...found].flatMap(([by, { numbers, fields }]) =>
    numbers.size > 0 ? [{ of: by, numbers: [...numbers], fields: [...fields] }] : [],
  );
}

async function numbersLeadingTo({ resource: by, attributes }: Referring, row: number, run: Run): Promise<number[]> {
  const scope = open(by.uid);
  const rows = await runOnce(
    run,
    sql`select ${column(scope, by.key.attribute)} from ${from(scope)} where ${rowId(scope)} in (${leadingTo(scope, attributes, sql`${parameter('row')}::int`)})`,
    { row },
  );
  return rows.map(([number]) => number as number);
}
