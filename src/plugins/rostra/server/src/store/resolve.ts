import type { JsonObject } from '../../../../../common/json';
import { entryOf, mapValues } from '../../../../../common/maps';
import type { RowIdOf } from '../fields/field';
import type { Claim, Findings, Reference } from '../fields/parse-context';
import { parseContext } from '../fields/parse-context';
import { publicIdOf } from '../fields/ref';
import { impliedAttributes, resourceByKind } from '../resource/registry';
import { column, rowId, type Scope, scopeOf, tableOf, toOne } from '../sql/scope';
import { compile, ident, object, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import { type Call, type Run, runAll } from './database';

/** The records that references name. */
export interface Resolution {
  rowOf: RowIdOf;
  /** The public id of the record with this name. */
  publicIdOf(kind: string, name: string): number;
  /** Names of tags that do not exist yet. */
  unknownNames: { kind: string; name: string }[];
}

/** The references and claims of one record, and where to note its faults. */
export interface ReferenceSet {
  references: Reference[];
  claims: Claim[];
  findings: Findings;
}

/**
 * Finds the rows that references name, with one statement for each kind, and locks them against deletion. Notes faults: a
 * reference to no record (UNKNOWN_REFERENCE), and a claim that contradicts what a reference implies (MISMATCH).
 */
export async function resolve(sets: ReferenceSet[], run: Run): Promise<Resolution> {
  const found = await findRows(referencesIn(sets), run, true);
  for (const set of sets) noteFaults(set, found);
  const resolved = (kind: string, reference: number | string) => {
    const entry = found.get(`${kind} ${reference}`);
    if (!entry) throw new Error(`${kind} ${reference} was not resolved`);
    return entry;
  };
  return {
    rowOf: (kind, reference) => resolved(kind, reference).row,
    publicIdOf: (kind, name) => resolved(kind, name).publicId,
    unknownNames: sets.flatMap(({ references }) =>
      references.flatMap(({ kind, name }) =>
        name !== undefined && !found.has(`${kind} ${name}`) ? { kind, name } : [],
      ),
    ),
  };
}

/** Returns what the fields of a record that is yet to be written imply; undefined if it is not among those records. */
export type PendingRecords = (kind: string, publicId: number) => JsonObject | undefined;

/**
 * Resolves the references of records that will be written later, among them references to each other. Notes the same faults as
 * `resolve`, and locks nothing. Returns public ids by `kind id` and `kind name`.
 */
export async function resolvePending(
  sets: ReferenceSet[],
  pending: PendingRecords,
  run: Run,
): Promise<Map<string, number>> {
  const found = await findRows(referencesIn(sets), run, false);
  for (const { kind, publicId } of referencesIn(sets)) {
    const implied = publicId === undefined ? undefined : pending(kind, publicId);
    if (publicId === undefined || !implied) continue;
    const stored = found.get(`${kind} ${publicId}`);
    found.set(`${kind} ${publicId}`, { publicId, row: 0, implied: { ...stored?.implied, ...implied } });
  }
  for (const set of sets) noteFaults(set, found);
  return new Map([...found].map(([key, { publicId }]) => [key, publicId]));
}

const referencesIn = (sets: ReferenceSet[]): Reference[] =>
  sets.flatMap(({ references, claims }) => [...references, ...claims.map((claim) => claim.reference)]);

/** By `kind id` and `kind name`. */
type Targets = Map<string, { publicId: number; row: number; implied: JsonObject }>;

async function findRows(references: Reference[], run: Run, isLocked: boolean): Promise<Targets> {
  const found: Targets = new Map();
  const kinds = new Map<string, { publicIds: Set<number>; names: Set<string> }>();
  for (const { kind, publicId, name } of references) {
    const { publicIds, names } = entryOf(kinds, kind, () => ({ publicIds: new Set(), names: new Set() }));
    if (publicId !== undefined) publicIds.add(publicId);
    if (name !== undefined) names.add(name);
  }
  const requests = [...kinds].flatMap(([kind, { publicIds, names }]) => [
    ...(publicIds.size > 0
      ? [{ kind, isByName: false, call: callOf(idStatement(kind, isLocked), { publicIds }) }]
      : []),
    ...(names.size > 0 ? [{ kind, isByName: true, call: callOf(nameStatement(kind, isLocked), { names }) }] : []),
  ]);
  const answers = await runAll(
    requests.map(({ call }) => call),
    run,
  );
  for (const [index, { kind, isByName }] of requests.entries()) {
    if (isByName) {
      for (const [name, row, publicId] of answers[index] as [string, number, number][])
        for (const key of [name, publicId]) found.set(`${kind} ${key}`, { publicId, row, implied: {} });
    } else {
      for (const [publicId, row, implied] of answers[index] as [number, number, JsonObject][])
        found.set(`${kind} ${publicId}`, { publicId, row, implied });
    }
  }
  return found;
}

const callOf = (statement: Statement, sets: Record<string, Set<unknown>>): Call => ({
  statement,
  parameters: mapValues(sets, (set) => [...set]),
});

function noteFaults({ references, claims, findings }: ReferenceSet, found: Targets): void {
  const reported = new Set<string>();
  for (const { kind, publicId, path } of references) {
    if (publicId === undefined || found.has(`${kind} ${publicId}`) || reported.has(path)) continue;
    reported.add(path);
    parseContext(path, findings).fault('UNKNOWN_REFERENCE', `${resourceByKind(kind).name} has no record ${publicId}`);
  }
  for (const { reference, attribute, value, path } of claims) {
    const target = found.get(`${reference.kind} ${reference.publicId}`);
    if (!target || target.implied[attribute] === value) continue;
    parseContext(path, findings).fault(
      'MISMATCH',
      `must be ${target.implied[attribute]}, as the other reference implies`,
    );
  }
}

function idStatement(kind: string, isLocked: boolean): Statement {
  return prepared(resourceByKind(kind), `resolve id ${isLocked}`, () => {
    const scope = scopeOf(resourceByKind(kind).uid);
    const implied = Object.fromEntries(
      impliedAttributes(kind).map((attribute): [string, Sql] => [attribute, toOne(scope, attribute, publicIdOf)]),
    );
    return sql`select ${publicIdOf(scope)}, ${rowId(scope)}, ${object(implied)} from ${tableOf(scope)} where ${publicIdOf(scope)} = any(${parameter('publicIds')}::int[]) ${isLocked ? keyShareLock(scope) : sql``}`;
  });
}

/** Of records with the same name, the one with the lowest public id comes last, and counts. */
function nameStatement(kind: string, isLocked: boolean): Statement {
  return prepared(resourceByKind(kind), `resolve name ${isLocked}`, () => {
    const scope = scopeOf(resourceByKind(kind).uid);
    return sql`select ${column(scope, 'name')}, ${rowId(scope)}, ${publicIdOf(scope)} from ${tableOf(scope)} where ${column(scope, 'name')} = any(${parameter('names')}::text[]) order by ${column(scope, 'name')}, ${publicIdOf(scope)} desc ${isLocked ? keyShareLock(scope) : sql``}`;
  });
}

/** Keeps others from creating a record of this name until the transaction ends. */
export async function lockName(kind: string, name: string, run: Run): Promise<void> {
  await run(nameLock, { name: `${kind} ${name}` });
}

const nameLock = compile(sql`select pg_advisory_xact_lock(hashtextextended(${parameter('name')}::text, 0))`);

/** Keeps others from deleting the row until the transaction ends; waits for a delete that has begun. */
const keyShareLock = (scope: Scope): Sql => sql`for key share of ${ident(scope.alias)}`;
