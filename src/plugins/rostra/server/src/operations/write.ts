import { AsyncLocalStorage } from 'node:async_hooks';
import { isEqual, type JsonObject } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { attributeOf } from '../fields/field';
import type { Findings, Reference } from '../fields/parse-context';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock, readDetail } from '../store/read';
import { lockName, type ReferenceSet, type Resolution, resolve } from '../store/resolve';
import { documents } from '../store/strapi';
import { etagOf } from './etag';

/** The answer to a write: the record in detail shape, always with its identifier (conventions 4.1). */
export interface WriteResult {
  publicId: number;
  body: string;
  etag: string;
  ignored: string[];
}

/** The references of the named fields of a record. */
export const referencesOf = (resource: Resource, record: JsonObject, names: string[]): Reference[] =>
  names.flatMap((name) => {
    const field = resource.fields[name];
    return field?.references?.(record[name] ?? field.empty, name, record) ?? [];
  });

/** Resolves references and creates missing tags, unless `isRefused` says that nothing will be written. */
async function resolveOrCreate(requests: ReferenceSet[], run: Run, isRefused: () => boolean): Promise<Resolution> {
  const resolved = await resolve(requests, run);
  if (resolved.unknownNames.length === 0 || isRefused()) return resolved;
  for (const { kind, name } of resolved.unknownNames) await createNamed(kind, name, run);
  return resolve(requests, run);
}

/** Resolves the references of the named fields. Errors: INVALID_INPUT with every fault found so far. */
export async function resolveFields(
  resource: Resource,
  record: JsonObject,
  names: string[],
  findings: Findings,
  run: Run,
): Promise<Resolution> {
  const hasFaults = () => findings.faults.length > 0;
  const request = { references: referencesOf(resource, record, names), claims: findings.claims, findings };
  const resolved = await resolveOrCreate([request], run, hasFaults);
  if (hasFaults()) throw errors.invalidInput(findings.faults);
  return resolved;
}

/** Replaces names by identifiers; returns the fields that still differ from what is stored. */
export function finalizeFields(
  resource: Resource,
  record: JsonObject,
  stored: JsonObject,
  changed: string[],
  { publicIdOf }: Pick<Resolution, 'publicIdOf'>,
): string[] {
  return changed.filter((name) => {
    const field = resource.fields[name];
    if (!field?.finalize) return true;
    record[name] = field.finalize(record[name] ?? field.empty, publicIdOf);
    return !isEqual(record[name], stored[name]);
  });
}

/** Reads a written record back, within the same transaction. */
export async function readResult(
  resource: Resource,
  publicId: number,
  ignored: string[],
  run: Run,
): Promise<WriteResult> {
  const detail = await readDetail(resource, publicId, false, run);
  if (detail === undefined) throw errors.notFound();
  return { publicId, body: withKey(resource, publicId, detail), etag: etagOf(detail), ignored };
}

/** The public identifier that the database assigned to a new entry. */
export async function publicIdOfEntry(resource: Resource, documentId: string, run: Run): Promise<number> {
  const locked = await lock(resource, { documentId }, run);
  if (!locked) throw new Error(`${resource.name}: the new entry was not found`);
  return locked.publicId;
}

/** The fields whose rows are records of their own. */
export const childFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => resource.fields[name]?.children);

/** The attribute of a resource's field; an unknown name is an attribute itself. */
export const resourceAttribute = (resource: Resource, name: string): string => {
  const field = resource.fields[name];
  return field ? attributeOf(name, field) : name;
};

function withKey(resource: Resource, publicId: number, detail: string): string {
  return resource.detail.includes(resource.key.name)
    ? detail
    : `{${JSON.stringify(resource.key.name)}:${publicId},${detail.slice(1)}`;
}

/** Creates a record from its name alone. Concurrent requests create only one: the name is locked. */
async function createNamed(kind: string, name: string, run: Run): Promise<void> {
  await lockName(kind, name, run);
  const findings = { faults: [], ignored: [], claims: [] };
  const again = await resolve([{ references: [{ kind, name, path: '' }], claims: [], findings }], run);
  if (again.unknownNames.length > 0) await documents(resourceByKind(kind).uid).create({ data: { name } });
}

const bypass = new AsyncLocalStorage<true>();

/** Runs writes whose input an operation has checked: the guard of the document service does not check it again. */
export const bypassGuard = <T>(work: () => Promise<T>): Promise<T> => bypass.run(true, work);

/** Whether the current write runs within `bypassGuard`. */
export const isGuardBypassed = (): boolean => bypass.getStore() ?? false;
