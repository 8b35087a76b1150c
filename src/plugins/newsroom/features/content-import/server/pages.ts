import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Change, PlanEdit, Summary } from '../../../../rostra/server/src/plan/types';
import type { ChangeAction } from '../shared/changes';
import type { EditKind, PageOf, Problem, ProblemKind } from '../shared/content-import';
import { findIndexed, readIndexed, writeIndexes } from './line-index';

export const PAGE_SIZE = 20;

/** What an editor may have to decide comes first. */
const KINDS: EditKind[] = ['conflict', 'deleted', 'matched', 'merged', 'edited'];

const INDEX_PREFIX = 'lines.';
export const planPath = (folder: string): string => path.join(folder, 'plan.ndjson');
const indexPath = (folder: string, resource: string, action: ChangeAction): string =>
  path.join(folder, `${INDEX_PREFIX}${resource}.${action}`);
const editIndexPath = (folder: string, kind: string): string => path.join(folder, `${INDEX_PREFIX}edits.${kind}`);
export const problemsPath = (folder: string, kind: ProblemKind): string => path.join(folder, `${kind}.json`);
/** The first edits of a plan with faults, which has no file. */
const editsPath = (folder: string): string => path.join(folder, 'edits.json');

/** Indexes a plan's changes, and what people have done. */
export const writeIndex = (folder: string, progress: (records: number) => void): Promise<void> =>
  writeIndexes(
    planPath(folder),
    (line) => {
      const head = line.toString('latin1', 0, 4096);
      const [, kind] = /^\{"edit":\{"kind":"([a-z]+)"/.exec(head) ?? [];
      if (kind) return { index: editIndexPath(folder, kind) };
      const { resource, number, action } = headOf(head);
      return action === 'create' || action === 'change'
        ? { index: indexPath(folder, resource, action), number }
        : undefined;
    },
    progress,
  );

/** Reads a page of changes; pages count from 1. */
export async function readChanges(
  folder: string,
  { resource, action, page }: { resource: string; action: ChangeAction; page: number },
): Promise<PageOf<Change>> {
  const { lines, total } = await readIndexed(planPath(folder), [indexPath(folder, resource, action)], placeOf(page));
  return { rows: lines.map((line) => JSON.parse(line) as Change), total, page, pageSize: PAGE_SIZE };
}

/** Reads those of some records that the plan creates or brings back. */
export async function readCreated(folder: string, resource: string, numbers: Set<number>): Promise<Change[]> {
  const lines = await findIndexed(planPath(folder), indexPath(folder, resource, 'create'), numbers);
  return lines.map((line) => JSON.parse(line) as Change);
}

/** Forgets the lines of a former plan, and keeps the first edits of one with faults. */
export async function storeEdits(folder: string, { edits, faultCount }: Summary): Promise<void> {
  const indexes = (await readdir(folder)).filter((name) => name.startsWith(INDEX_PREFIX));
  for (const file of [editsPath(folder), ...indexes.map((name) => path.join(folder, name))])
    await rm(file, { force: true });
  const sorted = KINDS.flatMap((kind) => edits.filter((each) => each.kind === kind));
  if (faultCount > 0) await writeFile(editsPath(folder), JSON.stringify(sorted), { mode: 0o600 });
}

/** Reads a page of what people have done since the last import. */
export async function readEdits(folder: string, page: number): Promise<PageOf<PlanEdit>> {
  const first = await readFile(editsPath(folder), 'utf8').catch(() => undefined);
  if (first !== undefined) {
    const all = JSON.parse(first) as PlanEdit[];
    const { skip, take } = placeOf(page);
    return { rows: all.slice(skip, skip + take), total: all.length, page, pageSize: PAGE_SIZE };
  }
  const indexes = KINDS.map((kind) => editIndexPath(folder, kind));
  const { lines, total } = await readIndexed(planPath(folder), indexes, placeOf(page));
  const rows = lines.map((line) => (JSON.parse(line) as { edit: PlanEdit }).edit);
  return { rows, total, page, pageSize: PAGE_SIZE };
}

const placeOf = (page: number) => ({ skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE });

/** A page of problems, limited to those of one file or containing a text. */
export interface ProblemQuery {
  kind: ProblemKind;
  file?: string;
  text?: string;
  page: number;
}

/** Reads a page of the problems that match. */
export async function readProblems(folder: string, { kind, file, text, page }: ProblemQuery): Promise<PageOf<Problem>> {
  const all = JSON.parse(await readFile(problemsPath(folder, kind), 'utf8').catch(() => '[]')) as Problem[];
  const needle = text?.trim().toLowerCase() ?? '';
  const isMatch = (each: Problem) =>
    (file === undefined || each.file === file) &&
    [each.path, each.code, each.message, each.value ?? ''].some((part) => part.toLowerCase().includes(needle));
  const matches = all.filter(isMatch);
  return {
    rows: matches.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: matches.length,
    page,
    pageSize: PAGE_SIZE,
  };
}

/** Reads which record a change concerns, and how, without parsing it: that precedes the fields, which may be long. */
function headOf(head: string): { resource: string; number: number; action: string } {
  const [, resource = ''] = /^\{"resource":"([^"]*)"/.exec(head) ?? [];
  const [, number] = /"number":(-?\d+)/.exec(head) ?? [];
  const [, action = ''] = resource ? (/"action":"([a-z]+)"/.exec(head) ?? []) : [];
  return { resource, number: Number(number), action };
}
