import { isEqual, type Json, type JsonObject, pick } from '../../../../../../common/json';
import type { Claim, Findings } from '../../fields/parse-context';
import { checkRules } from '../../operations/record';
import { referencesOf } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { editsOf, type RecordEdits } from '../../store/history/edits';
import { fieldOf, withoutReferences } from '../references';
import type { Comparison } from './comparison';
import { decisionOn, decisionOnFields } from './decisions';
import { keepMade } from './keep-made';
import { basesOfOthers, type Settled, settleEdits } from './settle-edits';
import type { PlanState } from './state';

/** What people, and imports of other sources, have done to the records since the last import of them. */
export async function findEdits(
  { sourceName = '' }: Pick<PlanState, 'sourceName'>,
  resource: Resource,
  comparisons: Comparison[],
  run: Run,
): Promise<Map<number, RecordEdits>> {
  const known = comparisons.filter(({ before, isReturning }) => before !== null || isReturning);
  if (known.length === 0 || resource.hasPrivateHistory) return new Map();
  const fields = known.flatMap(({ given, record, isReturning }) => (isReturning ? Object.keys(record) : given));
  const names = [...new Set(fields.flatMap((name) => [name, resource.fields[name]?.partner ?? name]))];
  const publicIds = known.map(({ publicId }) => publicId);
  return editsOf({ resource: resource.name, publicIds, names, source: sourceName }, run);
}

/** Keeps what people have done to fields of a record. */
export function settleRecord(
  state: PlanState,
  resource: Resource,
  comparison: Comparison,
  { edits, isOpen }: { edits: RecordEdits | undefined; isOpen(name: string): boolean },
): void {
  const { stored, record, given, changed, findings } = comparison;
  if (!edits || findings.faults.length > 0) return;
  const { publicId } = comparison;
  const decide = (names: string[]) => decisionOn(state, { resource: resource.name, publicId }, names);
  if (!edits.wasImported) {
    keepMade(resource, comparison, { decide, isOpen });
    return;
  }
  const isReturn = (name: string, base: Json) => isAfterReturn(state, resource, { name, base, stored, edits });
  const isNew = comparison.before === null;
  const options = { takesFile: state.takesFile, decide, isNew, isReturn };
  const {
    settled,
    given: said,
    adopted,
  } = settleEdits({ resource, stored, record, edits }, given.filter(isOpen), options);
  comparison.settled.push(...settled);
  comparison.adopted.push(...adopted);
  Object.assign(comparison.said, said, isNew ? basesOfOthers({ resource, stored, edits }, given) : {});
  const names = [...new Set([...changed, ...settled.map(({ path }) => path)])];
  comparison.changed = isNew ? changed : names.filter((name) => !isEqual(record[name], stored[name] ?? null));
}

/** Whether the deletion of a record that returns is all that a field has lost since the last import. */
function isAfterReturn(
  state: PlanState,
  resource: Resource,
  { name, base, stored, edits }: { name: string; base: Json; stored: JsonObject; edits: RecordEdits },
): boolean {
  if (state.returning.size === 0 || !state.reverted.has(edits.fields[name]?.by?.change ?? -1)) return false;
  const former = { ...stored, [name]: base };
  const back = referencesOf(resource, former, [name]).filter(({ kind, publicId = -1 }) =>
    state.returning.get(kind)?.has(publicId),
  );
  return back.length > 0 && isEqual(withoutReferences(resource, former, back)[name], stored[name] ?? null);
}

/**
 * Checks the rules between fields. If only what people have done breaks one, all fields stay as they are, or get what
 * the file says; but for those that somebody has decided. Faults: decisions that break one in both cases.
 */
export function checkMixture(state: PlanState, resource: Resource, comparison: Comparison): void {
  const { stored, record, changed, findings, settled } = comparison;
  if (changed.length === 0) return;
  const broken: Findings = { faults: [], ignored: [], claims: [] };
  checkRules(resource, record, broken);
  if (broken.faults.length === 0) return;
  const isMixed = settled.some(({ kind, isTaken }) => kind === 'merged' || !isTaken);
  const wanted = {
    ...pick(record, changed),
    ...Object.fromEntries(settled.filter(({ path }) => path).map(({ path, given = null }) => [path, given])),
  };
  const ofFile: Findings = { faults: [], ignored: [], claims: [] };
  checkRules(resource, { ...record, ...wanted }, ofFile);
  // The file breaks it by itself.
  if (!isMixed || comparison.before === null || ofFile.faults.length > 0) {
    findings.faults.push(...(isMixed ? ofFile : broken).faults);
    return;
  }
  const { publicId } = comparison;
  const decide = (path: string) =>
    decisionOnFields(state, { resource: resource.name, publicId }, unitOf(resource, path));
  const takes = decisionOn(state, { resource: resource.name, publicId }) ?? state.takesFile;
  const isDecided = Object.keys(wanted).some((path) => decide(path) !== undefined);
  // What nobody has decided of single fields goes one way or the other as a whole.
  const breaksNone = (each: boolean) => {
    const values = Object.entries(wanted).filter(([path]) => decide(path) ?? each);
    const tried: Findings = { faults: [], ignored: [], claims: [] };
    checkRules(resource, { ...record, ...pick(stored, Object.keys(wanted)), ...Object.fromEntries(values) }, tried);
    return tried.faults.length === 0;
  };
  const possible = isDecided ? [takes, !takes].find(breaksNone) : takes;
  if (possible === undefined) {
    findings.faults.push(...broken.faults);
    return;
  }
  settleAll(comparison, wanted, (path) => decide(path) ?? possible);
  // Without a note of each field that stays, the next import would change what people have made.
  const isKept = !possible && settled.some(({ kind }) => kind === 'matched');
  for (const path of Object.keys(wanted).filter((name) => (decide(name) ?? !isKept) === false))
    comparison.said[path] = wanted[path] ?? null;
}

/** A value and its other half, a type or an identifier. */
const unitOf = ({ fields }: Resource, path: string): string[] => [path, fields[path]?.partner ?? path];

/** Gives all fields that people or the file have changed what either says, each as a conflict. */
function settleAll(comparison: Comparison, wanted: JsonObject, takes: (path: string) => boolean): void {
  const { stored, record, settled } = comparison;
  const known = new Map(settled.map((each) => [each.path, each]));
  const paths = [...new Set([...known.keys(), ...Object.keys(wanted)])].filter(Boolean);
  comparison.settled = [
    ...settled.filter(({ path }) => !path),
    ...paths.flatMap((path): Settled[] => {
      const sides = { stored: stored[path] ?? null, given: wanted[path] ?? null };
      const each = known.get(path);
      if (!each && takes(path)) return [];
      return [{ ...sides, ...each, path, kind: 'conflict', isTaken: takes(path) }];
    }),
  ];
  for (const path of paths) record[path] = (takes(path) ? wanted[path] : stored[path]) ?? null;
  comparison.said = {};
  comparison.changed = paths.filter((path) => takes(path) && !isEqual(record[path], stored[path] ?? null));
}

/** What the input repeats of other records, in fields that get what it says. */
export const takenClaims = ({ findings, settled }: Comparison): Claim[] => {
  const kept = new Set(settled.flatMap(({ path, isTaken }) => (isTaken ? [] : path)));
  return findings.claims.filter(({ path }) => !kept.has(fieldOf(path)));
};
