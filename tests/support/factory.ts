import type { Field } from '../../src/plugins/rostra/server/src/fields/field';
import type { Operation, Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, create } from './client';

/** All declared resources, by the singular name of their content types. */
const byKind = new Map<string, Resource>(resources.map((each) => [each.kind, each]));

/** Returns the resource of a kind. Throws if there is none. */
export function resourceByKind(kind: string): Resource {
  const resource = byKind.get(kind);
  if (!resource) throw new Error(`no resource is declared for "${kind}"`);
  return resource;
}

/** The body of an answer about one record. */
export type RecordBody = Answer['body'];

let uniqueCount = 0;

/** Returns a text that no other record has. */
export const unique = (word = '甲'): string =>
  `${word}${process.env.JEST_WORKER_ID ?? 0}-${Date.now().toString(36)}-${++uniqueCount}`;

/** How many term indexes each worker has: one for each hundredth of a second of eleven days. */
const INDEXES = 100_000_000;

let lastIndex = 0;

/** Returns a term index that no other term has. */
export function uniqueIndex(): number {
  lastIndex = Math.max(lastIndex + 1, Math.floor(Date.now() / 10) % INDEXES);
  return Number(process.env.JEST_WORKER_ID ?? 0) * INDEXES + lastIndex;
}

/** Creates a record with its required fields and the records it refers to. Returns the answer of POST. */
export async function make(kind: string, overrides: Record<string, unknown> = {}): Promise<RecordBody> {
  const resource = resourceByKind(kind);
  return create(resource.paths.create, { ...(await requiredBody(resource)), ...overrides });
}

/** Returns the path of a record for an operation. */
export const itemOf = (resource: Resource, record: RecordBody, operation: Operation = 'read'): string =>
  `${resource.paths[operation]}/${keyOf(resource, record)}`;

/** Builds a body with the required fields only. */
export async function requiredBody(resource: Resource): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.isRequired) body[name] = isList(field) ? [] : await sample(resource, name, field);
  }
  return body;
}

/** Builds a body with every field. */
export async function completeBody(resource: Resource): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) body[name] = await sample(resource, name, field);
  return body;
}

/** Returns the public identifiers of the rows of a list. */
export const idsOf = (answer: Answer): number[] => answer.body.rows.map(({ id }: { id: number }) => id);

/** Returns a record's public identifier. */
export const keyOf = (resource: Resource, record: RecordBody): number => record[resource.key.name] as number;

/** Required lists may be empty. Filling them would not end: topics refer to each other. */
const isList = (field: Field): boolean => Array.isArray(field.empty);

/** Returns a valid value for a field. */
async function sample(resource: Resource, name: string, field: Field): Promise<unknown> {
  if (resource.key.field && name === resource.key.name) return uniqueIndex();
  switch (field.kind) {
    case 'text':
      return unique(name);
    case 'integer':
      return 7;
    case 'boolean':
      return true;
    case 'epochMs':
      return 1_454_284_800_000;
    case 'utcText':
      return '2016-02-01T00:00:00.000Z';
    case 'color':
      return '#000095,#ffffff';
    case 'ref':
      return keyOfKind(targetOf(name, field));
    case 'refs':
    case 'tags':
      return [await keyOfKind(targetOf(name, field))];
    case 'collaborators':
      return [await keyOfKind('persona')];
    case 'jsonObject':
      return { 說明: [1, { 甲: null }] };
    case 'textList':
      return ['一', '二'];
    case 'ordinalList':
      return [0, 2, 1];
    case 'oneOfType':
      return (field.schema.enum as string[] | undefined)?.at(-1) ?? 'Organization';
    case 'oneOfId':
      return resource.kind === 'topic-relation' ? 7 : keyOfKind(lastTargetOf(name, field));
    default:
      return [];
  }
}

const targetOf = (name: string, field: Field): string => field.referencePaths?.(name, name)[0]?.kind ?? '';

const lastTargetOf = (name: string, field: Field): string => field.referencePaths?.(name, name).at(-1)?.kind ?? '';

async function keyOfKind(kind: string): Promise<number> {
  return keyOf(resourceByKind(kind), await make(kind));
}

/** SQL: those who voted for a bill in the vote with this number also voted against it, which no rule of today allows. */
export const voteTwice =
  'insert into votes_nay_lnk (vote_id, rep_id, rep_ord) select vote_id, rep_id, 1 from votes_aye_lnk join votes on votes.id = vote_id where number = $1';
