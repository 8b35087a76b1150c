import type { Core } from '@strapi/strapi';
import { allResources, importable } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { type Ability, actionOf, may, type Verb } from '../../../server/permissions';
import { contentPermissions } from '../../roles/server/permissions';
import type { Counts, Job } from '../shared/content-import';
import { refusal } from './refusal';

/** Tells what somebody may do with all records of a resource, and all their fields. */
export type May = (verb: Verb, of: Resource) => boolean;

/**
 * An import writes whole records of any kind: a role that may write some of the fields, or records under a condition, may
 * not bring them in by a file.
 */
export function mayOf(strapi: Core.Strapi, ability: Ability): May {
  const known = new Map<string, string[]>();
  for (const { action, subject, properties } of contentPermissions(strapi, VERBS.map(actionOf), []))
    known.set(`${action} ${subject}`, properties?.fields ?? []);
  return (verb, { uid }) => may(ability, verb, uid, ...(known.get(`${actionOf(verb)} ${uid}`) ?? []));
}

const VERBS: Verb[] = ['read', 'create', 'update', 'delete'];

/** The resources that somebody may import. */
export const importableBy = (may: May): Resource[] =>
  importable().filter((of) => NEEDED.every((verb) => may(verb, of)));

const NEEDED: Verb[] = ['read', 'create', 'update'];

/** Refuses files of resources that somebody may not import. */
export function ensureMayImport(may: May, names: string[]): void {
  const allowed = importableBy(may).map(({ name }) => name);
  refuseThose(names.filter((name) => !allowed.includes(name)));
}

/** Refuses what a plan does beyond that: tags that it makes, directions that it removes. */
export const ensureMayApply = (may: May, counts: Record<string, Counts>): void =>
  refuseThose(
    written(counts).flatMap(({ of, created, changed, removed }) =>
      (created > 0 && !may('create', of)) || (changed > 0 && !may('update', of)) || (removed > 0 && !may('delete', of))
        ? of.name
        : [],
    ),
  );

/** Refuses to take a batch back: what it made is deleted, what it removed is made. */
export const ensureMayUndo = (may: May, counts: Record<string, Counts>): void =>
  refuseThose(
    written(counts).flatMap(({ of, created, changed, removed }) =>
      (created > 0 && !may('delete', of)) || (changed > 0 && !may('update', of)) || (removed > 0 && !may('create', of))
        ? of.name
        : [],
    ),
  );

/** The resources of which somebody may read everything. */
export const readableBy = (may: May): Resource[] => allResources().filter((of) => may('read', of));

/**
 * Whether somebody may know of a job. A newsroom shares its work: an import is seen by those who may import the same, an undo
 * by those who may read what it takes back, as its batch is. One of which that is not known is seen by who began it.
 */
export function maySee(may: May, { kind, files, by }: Pick<Job, 'kind' | 'files' | 'by'>, requester: number): boolean {
  const allowed = (kind === 'undo' ? readableBy(may) : importableBy(may)).map(({ name }) => name);
  return files.length > 0 ? files.every(({ resource }) => allowed.includes(resource)) : by.id === requester;
}

function written(counts: Record<string, Counts>): ({ of: Resource } & Counts)[] {
  return allResources().flatMap((of) => {
    const count = counts[of.name];
    return count ? { of, ...count } : [];
  });
}

function refuseThose(names: string[]): void {
  if (names.length > 0)
    throw refusal('NOT_ALLOWED', `your role may not do that with ${names.join(', ')}`, { resources: names });
}
