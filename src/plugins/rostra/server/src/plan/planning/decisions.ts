import { findResource, importable } from '../../resource/registry';
import type { RecordName } from '../../store/batches/parts';
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

type Known = Pick<PlanState, 'decisions' | 'usedDecisions'>;

/** What is decided of fields that are one value, or else of their record; undefined if nothing is. Notes which decisions concern something. */
export const decisionOn = (state: Known, record: RecordName, paths: string[] = []): boolean | undefined =>
  decisionNamed(state, namesOf(record, paths));

/** The same where it is not known yet whether the decision concerns something. */
export const decisionAhead = ({ decisions }: Known, record: RecordName, paths: string[]): boolean | undefined =>
  decisions.get(namesOf(record, paths).find((name) => decisions.has(name)) ?? '');

const namesOf = ({ resource, publicId }: RecordName, paths: string[]): string[] => [
  ...paths.map((path) => `${resource}/${publicId}/${path}`),
  `${resource}/${publicId}`,
];

/** What is decided of fields that are one value; undefined if nothing is. */
export const decisionOnFields = (
  state: Known,
  { resource, publicId }: RecordName,
  paths: string[],
): boolean | undefined =>
  decisionNamed(
    state,
    paths.map((path) => `${resource}/${publicId}/${path}`),
  );

function decisionNamed({ decisions, usedDecisions }: Known, names: string[]): boolean | undefined {
  const name = names.find((each) => decisions.has(each));
  if (name === undefined) return undefined;
  usedDecisions.add(name);
  return decisions.get(name);
}

/** The decisions that concerned nothing. */
export const unusedDecisions = ({ decisions, usedDecisions }: PlanState): string[] =>
  [...decisions.keys()].filter((name) => !usedDecisions.has(name));
