import type { Route } from '../http/routes';
import { allResources } from '../resource/registry';
import type { Operation, Resource } from '../resource/resource';
import { infoOf } from '../store/strapi';

/** The schemas of a resource: shapes of answers, and bodies. */
export type RecordSchemaName = 'Row' | 'Detail' | 'State' | 'Written' | 'Create' | 'Update';

/** The component name of a resource's schema: `BillRow`. */
export const schemaName = ({ kind }: Resource, name: RecordSchemaName | 'List'): string => pascal(kind) + name;

/** The unique name of an operation: `listBills`, `readBill`. */
export function operationIdOf({ target }: Route): string {
  if ('view' in target) return `find${pascal(target.view.name)}`;
  if ('endpoint' in target) return camel(`${target.endpoint.name} ${target.endpoint.api}`);
  const { resource, operation } = target;
  return operation + pascal(operation === 'list' ? pluralOf(resource.uid, resource.kind) : resource.kind);
}

/** Summarizes an operation in one line. */
export function summaryOf({ target }: Route): string {
  if ('view' in target) return firstClause(target.view.description);
  if ('endpoint' in target) return firstClause(target.endpoint.description);
  const one = nounOf(target.resource);
  return VERBS[target.operation](one, many(one));
}

/** The tag of an operation: the name of its resource. */
export function tagOf({ target }: Route): string {
  if ('resource' in target) return target.resource.name;
  const { api } = 'view' in target ? target.view : target.endpoint;
  const resource = allResources().find(({ kind }) => kind === api);
  return resource?.name ?? pluralOf(`api::${api}.${api}`, api).replaceAll('-', '_');
}

/** The content type of an operation. */
export function uidOf({ target }: Route): string {
  if ('resource' in target) return target.resource.uid;
  const { api } = 'view' in target ? target.view : target.endpoint;
  return `api::${api}.${api}`;
}

/** The English noun for a record, taken from the bilingual display name: `government agency`. */
function nounOf({ uid, kind }: Resource): string {
  const [name] = /[A-Za-z].*$/.exec(infoOf(uid)?.displayName ?? '') ?? [];
  return (name ?? kind.replaceAll('-', ' ')).toLowerCase();
}

const VERBS: Record<Operation, (one: string, many: string) => string> = {
  list: (_, all) => `List ${all}`,
  read: (one) => `Read ${withArticle(one)}`,
  create: (one) => `Create ${withArticle(one)}`,
  update: (one) => `Change ${withArticle(one)}`,
  remove: (one) => `Delete ${withArticle(one)}`,
};

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function many(noun: string): string {
  if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`;
}

/** The first clause of a description. */
const firstClause = (text: string): string => text.replace(/[.:;,](\s.*)?$/s, '');

const pluralOf = (uid: string, fallback: string): string => infoOf(uid)?.pluralName ?? fallback;

const pascal = (words: string): string =>
  words.replaceAll(/(^|[-_ ])(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const camel = (words: string): string => pascal(words).replace(/^./, (letter) => letter.toLowerCase());
