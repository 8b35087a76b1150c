import type { Core } from '@strapi/strapi';
import { allResources, importable } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { type Ability, actionOf, may, type Verb } from '../../../server/permissions';
import { contentPermissions } from '../../roles/server/permissions';
import type { Counts, Job } from '../shared/content-import';
import { refusal } from './refusal';

/** Whether somebody may do this with all records of a resource and all their fields. */
export type May = (verb: Verb, resource: Resource) => boolean;

/**
 * Builds the check from a person's permissions. An import writes whole records, so a role that may write only some fields,
 * or only records under a condition, may not import.
 */
export function mayOf(strapi: Core.Strapi, ability: Ability): May {
  const fields = new Map<string, string[]>();
  for (const { action, subject, properties } of contentPermissions(strapi, VERBS.map(actionOf), []))
    fields.set(`${action} ${subject}`, properties?.fields ?? []);
  return (verb, { uid }) => may(ability, verb, uid, ...(fields.get(`${actionOf(verb)} ${uid}`) ?? []));
}

const VERBS: Verb[] = ['read', 'create', 'update', 'delete'];

/** The resources that somebody may import. */
export const importableResources = (may: May): Resource[] =>
  importable().filter((resource) => IMPORT_VERBS.every((verb) => may(verb, resource)));

const IMPORT_VERBS: Verb[] = ['read', 'create', 'update'];

/** Errors: NOT_ALLOWED for resources that somebody may not import. */
export function ensureMayImport(may: May, names: string[]): void {
  const allowed = importableResources(may).map(({ name }) => name);
  refuse(names.filter((name) => !allowed.includes(name)));
}

/** Errors: NOT_ALLOWED for what a plan writes beyond the imported resources, such as tags it creates or children it removes. */
export const ensureMayApply = (may: May, counts: Record<string, Counts>): void =>
  ensureMayWrite(may, counts, { created: 'create', changed: 'update', removed: 'delete' });

/** Errors: NOT_ALLOWED for undoing a batch, which deletes what it created and creates what it removed. */
export const ensureMayUndo = (may: May, counts: Record<string, Counts>): void =>
  ensureMayWrite(may, counts, { created: 'delete', changed: 'update', removed: 'create' });

type Written = Exclude<keyof Counts, 'unchanged'>;

function ensureMayWrite(may: May, counts: Record<string, Counts>, verbs: Record<Written, Verb>): void {
  const isRefused = (resource: Resource): boolean =>
    (Object.keys(verbs) as Written[]).some(
      (written) => (counts[resource.name]?.[written] ?? 0) > 0 && !may(verbs[written], resource),
    );
  refuse(
    allResources()
      .filter(isRefused)
      .map(({ name }) => name),
  );
}

/** The resources that somebody may read completely. */
export const readableResources = (may: May): Resource[] => allResources().filter((resource) => may('read', resource));

/**
 * Whether somebody may see a job. A newsroom shares its work: an import is visible to all who may import the same resources,
 * an undo to all who may read what it restores. If the resources are unknown, only the creator sees the job.
 */
export function maySee(may: May, { kind, files, by }: Pick<Job, 'kind' | 'files' | 'by'>, requester: number): boolean {
  const allowed = (kind === 'undo' ? readableResources(may) : importableResources(may)).map(({ name }) => name);
  return files.length > 0 ? files.every(({ resource }) => allowed.includes(resource)) : by.id === requester;
}

function refuse(names: string[]): void {
  if (names.length > 0)
    throw refusal('NOT_ALLOWED', `your role may not do this with ${names.join(', ')}`, { resources: names });
}
