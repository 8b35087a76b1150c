import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send, testService, useService } from './client';
import { unique } from './factory';
import { startSecondProcess } from './second-process';
import type { Service } from './service';

/** A server that receives webhooks; tests listen to its `request` event. */
interface Receiver {
  server: Server;
  /** Registers a webhook for these events, with these headers. */
  subscribe(events: string[], headers?: Record<string, string>): Promise<void>;
  /** Closes the server and deletes the webhooks, which would make every later write read its whole record. */
  close(): Promise<void>;
}

/**
 * Starts a receiver and a process of its own, with additional settings, for a test file, which the requests go to; stops them at its end.
 */
export function setUpReceiver(settings: Record<string, string> = {}): { receiver: Receiver; service: Service } {
  const started = {} as { receiver: Receiver; service: Service };
  beforeAll(async () => {
    started.service = await startSecondProcess(settings);
    useService(started.service.url, `Bearer ${testService.tokens.editor}`);
    started.receiver = await startReceiver();
  });
  afterAll(async () => {
    await started.receiver?.close();
    await started.service?.stop();
  });
  return started;
}

async function startReceiver(): Promise<Receiver> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const webhooks: number[] = [];
  return {
    server,
    subscribe: async (events, headers = {}) => {
      const webhook = { name: unique('webhook'), url, headers, events };
      const made = await send('POST', '/admin/webhooks', webhook, { as: 'admin' });
      expect([made.status, made.text]).toEqual([201, made.text]);
      webhooks.push(made.body.data.id);
    },
    close: async () => {
      server.close();
      for (const id of webhooks)
        expect((await send('DELETE', `/admin/webhooks/${id}`, undefined, { as: 'admin' })).status).toBe(200);
    },
  };
}
