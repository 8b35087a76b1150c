import { AnsweredError } from '../errors/errors';
import { type Findings, input } from '../fields/input';
import type { Json, JsonObject } from '../json';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { insertEntries, writeDrafts } from '../store/bulk';
import type { Run } from '../store/database';
import { lock, readDetails } from '../store/read';
import { documents } from '../store/strapi';
import { draftOf } from '../store/write';
import type { Change } from './fill';
import type { SourceRecord } from './source';

/** A record whose children could not be written as given. */
interface Refusal {
  each: SourceRecord;
  findings: Findings;
}

/** Writes the children of several parents at once; those not given are deleted, which is a fault when one is in use. */
export async function fillChildren(of: Resource, name: string, parents: Change[], run: Run): Promise<Refusal[]> {
  const children = of.fields[name]?.children;
  if (!children || parents.length === 0) return [];
  const child = resource(children.kind);
  const given = parents.flatMap(({ row, record }) => rowsIn(record, name).map((values) => ({ parent: row, values })));
  const made = await insertEntries(
    model(child.uid),
    given.filter(({ values }) => values.id === null).map(() => null),
    child.key.attribute,
    run,
  );
  const numbers = given.flatMap(({ values }) => (values.id === null ? [] : (values.id as number)));
  const rows = new Map((await readDetails(child, numbers, run)).map(({ number, row }) => [number, row]));
  const drafts = given.map(({ parent, values: { id, ...values } }) => {
    const row = id === null ? made.shift()?.row : rows.get(id as number);
    const record: Record<string, Json> = { ...values, [children.parent]: 0 };
    return { row: row ?? 0, draft: draftOf(child, record, Object.keys(record), () => parent) };
  });
  await writeDrafts(model(child.uid), drafts, run);
  return removeMissing(child, name, parents, run);
}

async function removeMissing(child: Resource, name: string, parents: Change[], run: Run): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const { each, stored, record } of parents) {
    const kept = new Set(rowsIn(record, name).map(({ id }) => id));
    for (const { id } of rowsIn(stored, name).filter((row) => !kept.has(row.id ?? null))) {
      const found = await lock(child, { number: id as number }, run);
      try {
        if (found) await documents(child.uid).delete({ documentId: found.documentId });
      } catch (error) {
        if (!(error instanceof AnsweredError)) throw error;
        const users = (error.details.references ?? [])
          .map((used) => `${used.resource} ${used.id} (${used.field})`)
          .join(', ');
        const { findings, fault } = input(name);
        fault('INVALID_VALUE', `${id} is in use and cannot be left out: ${users}`);
        refusals.push({ each, findings });
      }
    }
  }
  return refusals;
}

const rowsIn = (record: JsonObject, name: string): JsonObject[] => (record[name] ?? []) as JsonObject[];
