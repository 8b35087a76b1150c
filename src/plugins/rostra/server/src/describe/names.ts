import type { Route } from '../http/routes';
import { allResources } from '../resource/registry';
import type { Operation, Resource } from '../resource/resource';
import { infoOf } from '../store/strapi';

/** The shapes and bodies of a resource that have schemas of their own. */
export type Part = 'Row' | 'Detail' | 'Written' | 'Create' | 'Update';

/** The name of one of a resource's schemas: `BillRow`. */
export const schemaName = ({ kind }: Resource, part: Part | 'List'): string => pascal(kind) + part;

/** A name for the operation that no other one has: `listBills`, `readBill`. */
export function operationIdOf({ of }: Route): string {
  if ('view' in of) return `find${pascal(of.view.name)}`;
  if ('endpoint' in of) return camel(`${of.endpoint.name} ${of.endpoint.api}`);
  const { resource, operation } = of;
  return operation + pascal(operation === 'list' ? pluralOf(resource.uid, resource.kind) : resource.kind);
}

/** What the operation does, in one line. */
export function summaryOf({ of }: Route): string {
  if ('view' in of) return beginning(of.view.description);
  if ('endpoint' in of) return beginning(of.endpoint.description);
  const one = nounOf(of.resource);
  return VERBS[of.operation](one, many(one));
}

/** What the operation is listed under: the resource that it is about. */
export function tagOf({ of }: Route): string {
  if ('resource' in of) return of.resource.name;
  const { api } = 'view' in of ? of.view : of.endpoint;
  const resource = allResources().find(({ kind }) => kind === api);
  return resource?.name ?? pluralOf(`api::${api}.${api}`, api).replaceAll('-', '_');
}

/** The content type that the operation is about. */
export function uidOf({ of }: Route): string {
  if ('resource' in of) return of.resource.uid;
  const { api } = 'view' in of ? of.view : of.endpoint;
  return `api::${api}.${api}`;
}

/** The English name of a record, as the panel has it after the Chinese one: `government agency`. */
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

/** What a description says first. */
const beginning = (text: string): string => text.replace(/[.:;,](\s.*)?$/s, '');

const pluralOf = (uid: string, otherwise: string): string => infoOf(uid)?.pluralName ?? otherwise;

const pascal = (words: string): string =>
  words.replaceAll(/(^|[-_ ])(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const camel = (words: string): string => pascal(words).replace(/^./, (letter) => letter.toLowerCase());
