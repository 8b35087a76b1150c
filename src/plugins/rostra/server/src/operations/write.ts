import { isEqual, type JsonObject } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { attributeOf } from '../fields/field';
import type { Findings, Reference } from '../fields/input';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock, readDetail } from '../store/read';
import { lockName, type ReferenceSet, type Resolution, resolve } from '../store/resolve';
import { documents } from '../store/strapi';
import { etagOf } from './etag';

/** What a write answers: the record in detail shape, always with its identifier (decisions, 4.1). */
export interface Written {
  number: number;
  body: string;
  etag: string;
  ignored: string[];
}

/** The references of the named fields of a record. */
export const referencesOf = (of: Resource, record: JsonObject, names: string[]): Reference[] =>
  names.flatMap((name) => {
    const field = of.fields[name];
    return field?.references?.(record[name] ?? field.empty, name, record) ?? [];
  });

/** Resolves references and makes the tags that are named and do not exist, unless `isRefused` says that nothing will be written. */
export async function resolveOrMake(wanted: ReferenceSet[], run: Run, isRefused: () => boolean): Promise<Resolution> {
  const resolved = await resolve(wanted, run);
  if (resolved.unknownNames.length === 0 || isRefused()) return resolved;
  for (const { kind, name } of resolved.unknownNames) await make(kind, name, run);
  return resolve(wanted, run);
}

/** Resolves the references of the named fields. Errors: INVALID_INPUT with every fault found so far. */
export async function resolveFields(
  of: Resource,
  record: JsonObject,
  names: string[],
  findings: Findings,
  run: Run,
): Promise<Resolution> {
  const hasFaults = () => findings.faults.length > 0;
  const wanted = { references: referencesOf(of, record, names), claims: findings.claims, findings };
  const resolved = await resolveOrMake([wanted], run, hasFaults);
  if (hasFaults()) throw errors.invalidInput(findings.faults);
  return resolved;
}

/** Puts identifiers in place of names; answers which of the fields still differ from what is stored. */
export function settle(
  of: Resource,
  record: JsonObject,
  stored: JsonObject,
  changed: string[],
  { publicIdOf }: Pick<Resolution, 'publicIdOf'>,
): string[] {
  return changed.filter((name) => {
    const field = of.fields[name];
    if (!field?.settle) return true;
    record[name] = field.settle(record[name] ?? field.empty, publicIdOf);
    return !isEqual(record[name], stored[name]);
  });
}

/** The answer to a write: reads back what is stored now, within the same transaction. */
export async function answerOf(of: Resource, number: number, ignored: string[], run: Run): Promise<Written> {
  const detail = await readDetail(of, number, false, run);
  if (detail === undefined) throw errors.notFound();
  return { number, body: withKey(of, number, detail), etag: etagOf(detail), ignored };
}

/** The public identifier that the database gave to a new entry. */
export async function numberOfEntry(of: Resource, documentId: string, run: Run): Promise<number> {
  const locked = await lock(of, { documentId }, run);
  if (!locked) throw new Error(`${of.name}: the new entry is not there`);
  return locked.publicId;
}

/** The names of fields which are records of their own. */
export const childFields = (of: Resource): string[] =>
  Object.keys(of.fields).filter((name) => of.fields[name]?.children);

/** The attribute of a resource's field. */
export const attributeFor = (of: Resource, name: string): string => {
  const field = of.fields[name];
  return field ? attributeOf(name, field) : name;
};

function withKey(of: Resource, number: number, detail: string): string {
  return of.detail.includes(of.key.name) ? detail : `{${JSON.stringify(of.key.name)}:${number},${detail.slice(1)}`;
}

/** Makes a record of which only the name is known; two requests at once make one. */
async function make(kind: string, name: string, run: Run): Promise<void> {
  await lockName(kind, name, run);
  const findings = { faults: [], ignored: [], claims: [] };
  const again = await resolve([{ references: [{ kind, name, path: '' }], claims: [], findings }], run);
  if (again.unknownNames.length > 0) await documents(resource(kind).uid).create({ data: { name } });
}
