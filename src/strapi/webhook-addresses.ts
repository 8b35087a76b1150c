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

type Entry = Record<string, unknown>;

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
  const modelOf = (uid: string) => strapi.getModel(uid as never) as unknown as Model;
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
  modelOf: (uid: string) => Model,
): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutRecordsOf(uids, uid, each, modelOf));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value as Entry);
  if (uids.includes(uid)) return Object.fromEntries(fields.filter(([name]) => IDENTIFIERS.includes(name)));
  const { attributes } = modelOf(uid);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const { type, target, component } = attributes[name] ?? {};
      const inner = type === 'relation' ? target : component;
      return [name, inner === undefined ? field : withoutRecordsOf(uids, inner, field, modelOf)];
    }),
  );
}
