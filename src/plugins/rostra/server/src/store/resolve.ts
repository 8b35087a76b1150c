import type { JsonObject } from '../../../../../common/json';
import type { RowIdOf } from '../fields/field';
import type { Claim, Findings, Reference } from '../fields/parse-context';
import { parseContext } from '../fields/parse-context';
import { publicIdOf } from '../fields/ref';
import { impliedAttributes, resourceByKind } from '../resource/registry';
import { column, rowId, type Scope, scopeOf, tableOf, toOne } from '../sql/scope';
import { compile, ident, object, parameter, prepared, type Sql, type Statement, sql } from '../sql/sql';
import type { Run } from './database';

/** Rows behind references, by kind and by public identifier or name. */
export interface Resolved {
  rowOf: RowIdOf;
  /** The identifier of the record with this name. */
  numberOf(kind: string, name: string): number;
  /** Names of tags that no record has yet. */
  unknownNames: { kind: string; name: string }[];
}

/** The references and claims of one record, and where its faults are noted. */
export interface Wanted {
  references: Reference[];
  claims: Claim[];
  findings: Findings;
}

/**
 * Finds the rows behind the references of records, one statement for each kind, and notes each that names none
 * (UNKNOWN_REFERENCE) and each claim that contradicts what a reference implies (MISMATCH; decisions, 2.5 and 2.8).
 */
export async function resolve(wanted: Wanted[], run: Run): Promise<Resolved> {
  const found = await findRows(referencesIn(wanted), run, true);
  for (const each of wanted) noteFaults(each, found);
  const known = (kind: string, reference: number | string) => {
    const entry = found.get(`${kind} ${reference}`);
    if (!entry) throw new Error(`${kind} ${reference} has not been resolved`);
    return entry;
  };
  return {
    rowOf: (kind, reference) => known(kind, reference).row,
    numberOf: (kind, name) => known(kind, name).number,
    unknownNames: wanted.flatMap(({ references }) =>
      references.flatMap(({ kind, name }) =>
        name !== undefined && !found.has(`${kind} ${name}`) ? { kind, name } : [],
      ),
    ),
  };
}

/** Records that are not stored yet, or not as they will be; what their fields imply, or undefined for one that is not among them. */
export type Coming = (kind: string, number: number) => JsonObject | undefined;

/**
 * The same for records that will be written later, together with others that are still to come: nothing is locked. Answers
 * the identifiers behind names.
 */
export async function foresee(wanted: Wanted[], coming: Coming, run: Run): Promise<Map<string, number>> {
  const found = await findRows(referencesIn(wanted), run, false);
  for (const { kind, publicId: number } of referencesIn(wanted)) {
    const implied = number === undefined ? undefined : coming(kind, number);
    if (number === undefined || !implied) continue;
    const stored = found.get(`${kind} ${number}`);
    found.set(`${kind} ${number}`, { number, row: 0, implied: { ...stored?.implied, ...implied } });
  }
  for (const each of wanted) noteFaults(each, found);
  return new Map([...found].map(([key, { number }]) => [key, number]));
}

const referencesIn = (wanted: Wanted[]): Reference[] =>
  wanted.flatMap(({ references, claims }) => [...references, ...claims.map((claim) => claim.reference)]);

type Found = Map<string, { number: number; row: number; implied: JsonObject }>;

async function findRows(references: Reference[], run: Run, isKept: boolean): Promise<Found> {
  const found: Found = new Map();
  const kinds = new Map<string, { numbers: Set<number>; names: Set<string> }>();
  for (const { kind, publicId: number, name } of references) {
    const of = kinds.get(kind) ?? { numbers: new Set(), names: new Set() };
    kinds.set(kind, of);
    if (number !== undefined) of.numbers.add(number);
    if (name !== undefined) of.names.add(name);
  }
  for (const [kind, { numbers, names }] of kinds) {
    const numbered = numbers.size > 0 ? await run(byNumber(kind, isKept), { numbers: [...numbers] }) : [];
    for (const [number, row, implied] of numbered as [number, number, JsonObject][])
      found.set(`${kind} ${number}`, { number, row, implied });
    const named = names.size > 0 ? await run(byName(kind, isKept), { names: [...names] }) : [];
    for (const [name, row, number] of named as [string, number, number][]) {
      for (const key of [name, number]) found.set(`${kind} ${key}`, { number, row, implied: {} });
    }
  }
  return found;
}

function noteFaults({ references, claims, findings }: Wanted, found: Found): void {
  const told = new Set<string>();
  for (const { kind, publicId: number, path } of references) {
    if (number === undefined || found.has(`${kind} ${number}`) || told.has(path)) continue;
    told.add(path);
    parseContext(path, findings).fault('UNKNOWN_REFERENCE', `${resourceByKind(kind).name} has no record ${number}`);
  }
  for (const { reference, attribute, value, path } of claims) {
    const known = found.get(`${reference.kind} ${reference.publicId}`);
    if (!known || known.implied[attribute] === value) continue;
    parseContext(path, findings).fault(
      'MISMATCH',
      `must be ${known.implied[attribute]}, which follows from the reference beside it`,
    );
  }
}

function byNumber(kind: string, isKept: boolean): Statement {
  return prepared(resourceByKind(kind), `resolve number ${isKept}`, () => {
    const scope = scopeOf(resourceByKind(kind).uid);
    const implied = Object.fromEntries(
      impliedAttributes(kind).map((attribute): [string, Sql] => [attribute, toOne(scope, attribute, publicIdOf)]),
    );
    return sql`select ${publicIdOf(scope)}, ${rowId(scope)}, ${object(implied)} from ${tableOf(scope)} where ${publicIdOf(scope)} = any(${parameter('numbers')}::int[]) ${isKept ? keep(scope) : sql``}`;
  });
}

/** The same name may have been given twice: the first record counts. */
function byName(kind: string, isKept: boolean): Statement {
  return prepared(resourceByKind(kind), `resolve name ${isKept}`, () => {
    const scope = scopeOf(resourceByKind(kind).uid);
    return sql`select ${column(scope, 'name')}, ${rowId(scope)}, ${publicIdOf(scope)} from ${tableOf(scope)} where ${column(scope, 'name')} = any(${parameter('names')}::text[]) order by ${column(scope, 'name')}, ${publicIdOf(scope)} desc ${isKept ? keep(scope) : sql``}`;
  });
}

/** Until the end of the transaction nobody else makes a record of this name. */
export async function lockName(kind: string, name: string, run: Run): Promise<void> {
  await run(nameLock, { name: `${kind} ${name}` });
}

const nameLock = compile(sql`select pg_advisory_xact_lock(hashtextextended(${parameter('name')}::text, 0))`);

/** Until the end of the transaction nobody deletes what it is about to refer to; a delete under way is waited for. */
const keep = (scope: Scope): Sql => sql`for key share of ${ident(scope.alias)}`;
