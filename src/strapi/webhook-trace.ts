import type { Core } from '@strapi/strapi';
import { outgoingHeaders } from '../plugins/rostra/server/src/http/trace';
import { assertStrapiHas } from './assert-strapi-has';

interface Runner {
  fetch(url: string, options: { headers?: Record<string, string> }): Promise<unknown>;
  queue: { enqueue(payload: object): void; worker(payload: object): Promise<void> };
}

/**
 * Sends webhooks with the ids of the request that caused them. The request is stored with each queued webhook, because a webhook
 * is sent when the previous one ends, which belongs to another request. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi queues webhooks in another way.
 */
export function traceWebhooks(strapi: Core.Strapi): void {
  const runner = strapi.get('webhookRunner') as unknown as Runner;
  const { fetch, queue } = runner;
  const isThere = [fetch, queue?.enqueue, queue?.worker].every((each) => typeof each === 'function');
  assertStrapiHas(isThere, 'queue of webhooks');
  const { enqueue, worker } = queue;
  const contexts = new WeakMap<object, Parameters<typeof strapi.requestContext.run>[0]>();
  queue.enqueue = (payload) => {
    const context = strapi.requestContext.get();
    if (context) contexts.set(payload, context);
    enqueue.call(queue, payload);
  };
  queue.worker = (payload) => {
    const context = contexts.get(payload);
    return context ? strapi.requestContext.run(context, () => worker(payload)) : worker(payload);
  };
  runner.fetch = (url, options) =>
    fetch(url, { ...options, headers: { ...options.headers, ...outgoingHeaders(strapi.requestContext.get()) } });
}
