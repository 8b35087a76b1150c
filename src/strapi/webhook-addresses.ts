import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

interface Queue {
  enqueue(payload: Payload): void;
}

interface Payload {
  event: string;
  info?: { uid?: string; entry?: unknown };
}

interface Model {
  attributes: Record<string, { type: string; target?: string; component?: string }>;
}

/** What a webhook still carries of a record whose fields it must not carry. */
const IDENTIFIERS = ['id', 'documentId', 'number'];

/**
 * Reduces records of some content types to their identifiers in webhooks, also within other records; plugins still hear all of them.
 * Checked with Strapi 5.54.0.
 * @param uids The content types, e.g. those with the e-mail addresses of citizens.
 * @throws StartError when Strapi queues webhooks in another way.
 */
export function omitFromWebhooks(strapi: Core.Strapi, uids: readonly string[]): void {
  const { queue } = strapi.get('webhookRunner') as unknown as { queue: Queue };
  assertStrapiHas(typeof queue?.enqueue === 'function', 'queue of webhooks');
  const { enqueue } = queue;
  const modelOf = (uid: string) => strapi.getModel(uid as never) as unknown as Model | undefined;
  queue.enqueue = (payload) => {
    const { uid, entry } = payload.info ?? {};
    const isRecord = uid !== undefined && entry !== undefined;
    const info = isRecord ? { ...payload.info, entry: withoutRecordsOf(uids, uid, entry, modelOf) } : payload.info;
    enqueue.call(queue, { ...payload, info });
  };
}

/** A record of the content type or component `uid`, or a list of them; the records of `uids` in it only with identifiers. */
function withoutRecordsOf(
  uids: readonly string[],
  uid: string,
  value: unknown,
  modelOf: (uid: string) => Model | undefined,
): unknown {
  const attributes = uids.includes(uid) ? undefined : modelOf(uid)?.attributes;
  if (!attributes) return identifiersOf(value);
  return ofEach(value, (fields) =>
    fields.map(([name, field]) => {
      const { type = '', target, component } = attributes[name] ?? {};
      const inner = type === 'relation' ? target : component;
      if (inner !== undefined) return [name, withoutRecordsOf(uids, inner, field, modelOf)];
      return [name, OF_ANY_TYPE.test(type) ? identifiersOf(field) : field];
    }),
  );
}

/** Attributes with records whose type the attribute does not tell. */
const OF_ANY_TYPE = /^(relation|dynamiczone|media)$/;

const identifiersOf = (value: unknown): unknown =>
  ofEach(value, (fields) => fields.filter(([name]) => IDENTIFIERS.includes(name)));

/** Changes the fields of a record, or of each in a list; leaves null. */
function ofEach(value: unknown, change: (fields: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((each) => ofEach(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)));
}
