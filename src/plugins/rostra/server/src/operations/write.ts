import { AsyncLocalStorage } from 'node:async_hooks';
import { isEqual, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { attributeOf, type Draft } from '../fields/field';
import type { Findings, Reference } from '../fields/parse-context';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import { insertCall } from '../store/bulk/entries';
import { countNestedRows, reserveRowIds, type TakeRowId } from '../store/bulk/statements';
import { type Run, runAll } from '../store/database';
import { currentOrigin } from '../store/history/origin';
import { readDetail, readDetailByRow } from '../store/read';
import { lockName, type ReferenceSet, type Resolution, resolve } from '../store/resolve';
import { draftOf } from '../store/write';
import type { WriteTransaction } from '../store/write-transaction';
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
async function resolveOrCreate(
  requests: ReferenceSet[],
  transaction: Pick<WriteTransaction, 'run' | 'note'>,
  isRefused: () => boolean,
): Promise<Resolution> {
  const resolved = await resolve(requests, transaction.run);
  if (resolved.unknownNames.length === 0 || isRefused()) return resolved;
  for (const { kind, name } of resolved.unknownNames) await createNamed(kind, name, transaction);
  return resolve(requests, transaction.run);
}

/** Resolves the references of the named fields. Errors: INVALID_INPUT with every fault found so far. */
export async function resolveFields(
  resource: Resource,
  record: JsonObject,
  names: string[],
  findings: Findings,
  transaction: Pick<WriteTransaction, 'run' | 'note'>,
): Promise<Resolution> {
  const hasFaults = () => findings.faults.length > 0;
  const request = { references: referencesOf(resource, record, names), claims: findings.claims, findings };
  const resolved = await resolveOrCreate([request], transaction, hasFaults);
  if (hasFaults()) throw errors.invalidInput(findings.faults);
  return resolved;
}

/** Reserves row ids for what writing these fields inserts, unless there are faults. */
export async function reserveRows(
  resource: Resource,
  record: JsonObject,
  names: string[],
  findings: Findings,
  { isNew, run }: { isNew: boolean; run: Run },
): Promise<TakeRowId> {
  const counts = new Map<string, number>();
  if (findings.faults.length > 0) return reserveRowIds(counts, run);
  if (isNew) counts.set(tableOf(resource), 1);
  countNestedRows(modelOf(resource.uid), [draftOf(resource, record, names, () => 0)], counts);
  for (const name of names) {
    const { children } = resource.fields[name] ?? {};
    const fresh = children ? rowsIn(record, name).filter(({ id }) => id === null).length : 0;
    if (children && fresh > 0) counts.set(tableOf(resourceByKind(children.kind)), fresh);
  }
  return reserveRowIds(counts, run);
}

/** The table of a resource. */
export const tableOf = ({ uid }: Resource): string => modelOf(uid).tableName;

/** What to write of the named fields of a record, and of the user who writes it. */
export function draftFor(resource: Resource, record: JsonObject, names: string[], { rowOf }: Resolution): Draft {
  const draft = draftOf(resource, record, names, rowOf);
  const user = currentUser();
  if (resource.writer) draft.links[resource.writer] = user === null ? [] : [user];
  return draft;
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
  return resultOf(resource, publicId, detail, ignored);
}

/** Reads a created record, within the same transaction. */
export async function readCreated(
  resource: Resource,
  rowId: number,
  ignored: string[],
  run: Run,
): Promise<WriteResult> {
  const created = await readDetailByRow(resource, rowId, run);
  if (!created) throw new Error(`${resource.name}: the new entry was not found`);
  return resultOf(resource, created.publicId, created.text, ignored);
}

const resultOf = (resource: Resource, publicId: number, detail: string, ignored: string[]): WriteResult => ({
  publicId,
  body: withKey(resource, publicId, detail),
  etag: etagOf(detail),
  ignored,
});

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
async function createNamed(
  kind: string,
  name: string,
  { run, note }: Pick<WriteTransaction, 'run' | 'note'>,
): Promise<void> {
  await lockName(kind, name, run);
  const findings = { faults: [], ignored: [], claims: [] };
  const again = await resolve([{ references: [{ kind, name, path: '' }], claims: [], findings }], run);
  if (again.unknownNames.length === 0) return;
  const resource = resourceByKind(kind);
  const takeRowId = await reserveRowIds(new Map([[tableOf(resource), 1]]), run);
  const rowId = takeRowId(tableOf(resource));
  await runAll([insertCall(resource, [{ publicId: null, rowId, values: { name } }])], run);
  note({ action: 'create', uid: resource.uid, rowId });
}

/** The row id of the API account that makes this change; null for any other origin. */
export function currentUser(): number | null {
  const by = currentOrigin()?.by;
  return by?.kind === 'user' ? (by.id ?? null) : null;
}

const bypass = new AsyncLocalStorage<true>();

/** Runs writes whose input an operation has checked: the guard of the document service does not check it again. */
export const bypassGuard = <T>(work: () => Promise<T>): Promise<T> => bypass.run(true, work);

/** Whether the current write runs within `bypassGuard`. */
export const isGuardBypassed = (): boolean => bypass.getStore() ?? false;
