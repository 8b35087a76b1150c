import { findResource, importable } from '../../resource/registry';
import type { PlanState } from './state';

/** What somebody has decided of single edits: whether the file wins in a field (`rs_bills/12/title`), or in a whole record (`rs_bills/12`). */
export type Decisions = ReadonlyMap<string, boolean>;

/** What is wrong with the name of a decision, `RESOURCE/ID` or `RESOURCE/ID/FIELD`; undefined if nothing is. */
export function faultOfDecision(name: string): string | undefined {
  const [resource = '', , path] = name.split('/');
  const found = findResource(resource, importable());
  if (!found) return `${name}: there is no resource "${resource}"`;
  return path === undefined || Object.hasOwn(found.fields, path)
    ? undefined
    : `${name}: ${resource} has no field "${path}"`;
}

/** What is decided of fields of a record, or of the record; undefined if nothing is. Notes which decisions concern something. */
export function decisionOn(
  { decisions, usedDecisions }: Pick<PlanState, 'decisions' | 'usedDecisions'>,
  { resource, publicId }: { resource: string; publicId: number },
  paths: string[] = [],
): boolean | undefined {
  if (decisions.size === 0) return undefined;
  const record = `${resource}/${publicId}`;
  const name = [...paths.map((path) => `${record}/${path}`), record].find((each) => decisions.has(each));
  if (name === undefined) return undefined;
  usedDecisions.add(name);
  return decisions.get(name);
}

/** What is decided of a field alone, by one of its names; undefined if nothing is. */
export const decisionOnField = (
  { decisions }: Pick<PlanState, 'decisions'>,
  { resource, publicId }: { resource: string; publicId: number },
  paths: string[],
): boolean | undefined =>
  paths.map((path) => decisions.get(`${resource}/${publicId}/${path}`)).find((each) => each !== undefined);

/** The decisions that concerned nothing. */
export const unusedDecisions = ({ decisions, usedDecisions }: PlanState): string[] =>
  [...decisions.keys()].filter((name) => !usedDecisions.has(name));
