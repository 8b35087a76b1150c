import type { Field } from '../../src/plugins/rostra/server/src/fields/field';
import type { Operation, Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, create } from './client';

/** All declared resources, by the singular name of their content types. */
export const byKind = new Map<string, Resource>(resources.map((each) => [each.kind, each]));

/** Returns the resource of a content type. */
export function resourceOf(kind: string): Resource {
  const of = byKind.get(kind);
  if (!of) throw new Error(`no resource is declared for "${kind}"`);
  return of;
}

let made = 0;

/** Returns a text that no other record has. */
export const unique = (word = '甲'): string =>
  `${word}${process.env.JEST_WORKER_ID ?? 0}-${Date.now().toString(36)}-${++made}`;

/** Returns a term index that no other term has. */
export const uniqueIndex = (): number =>
  1000 + Number(process.env.JEST_WORKER_ID ?? 0) * 1_000_000 + Math.floor(Math.random() * 900_000);

/** Creates a record with its required fields and the records it refers to. Returns the answer of POST. */
export async function make(kind: string, overrides: Record<string, unknown> = {}): Promise<Answer['body']> {
  const of = resourceOf(kind);
  return create(of.paths.create, { ...(await requiredBody(of)), ...overrides });
}

/** Returns the path of a record for an operation. */
export const itemOf = (of: Resource, record: Answer['body'], operation: Operation = 'read'): string =>
  `${of.paths[operation]}/${keyOf(of, record)}`;

/** Builds a body with the required fields only. */
export async function requiredBody(of: Resource): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.isRequired) body[name] = isList(field) ? [] : await sample(of, name, field);
  }
  return body;
}

/** Builds a body with every field. */
export async function completeBody(of: Resource): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(of.fields)) body[name] = await sample(of, name, field);
  return body;
}

/** Returns the public identifiers of the rows of a list. */
export const idsOf = (answer: Answer): number[] => answer.body.rows.map(({ id }: { id: number }) => id);

/** Returns a record's public identifier. */
export const keyOf = (of: Resource, record: Answer['body']): number => record[of.key.name] as number;

/** Required lists may be empty. Filling them would not end: topics refer to each other. */
const isList = (field: Field): boolean => Array.isArray(field.empty);

/** Returns a valid value for a field. */
async function sample(of: Resource, name: string, field: Field): Promise<unknown> {
  if (of.key.field && name === of.key.name) return uniqueIndex();
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
      return of.kind === 'topic-relation' ? 7 : keyOfKind(lastTargetOf(name, field));
    default:
      return [];
  }
}

const targetOf = (name: string, field: Field): string => field.referencePaths?.(name, name)[0]?.kind ?? '';

const lastTargetOf = (name: string, field: Field): string => field.referencePaths?.(name, name).at(-1)?.kind ?? '';

async function keyOfKind(kind: string): Promise<number> {
  const of = resourceOf(kind);
  return keyOf(of, await make(kind));
}
