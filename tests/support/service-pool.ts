import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CommandHost, startCommandHost, stopCommandHost } from './command-host';
import { removeService, type Service } from './service';
import { makeTemplate, removeTemplate } from './template';
import { startTestService, type TestContext, withFreshTokens } from './test-service';

/** One service for each Jest worker, started when the worker runs its first file. */
export interface ServicePool {
  /** A worker gets its service from `<address>/<worker number>`. */
  address: string;
  /** Returns any running service; undefined if none was started. */
  any(): Promise<Service | undefined>;
  stop(): Promise<void>;
}

/** The processes of one worker. */
interface Member {
  service: Service;
  context: TestContext;
  commands?: CommandHost;
}

/** Settings of a pool's services. */
export interface PoolOptions {
  settings?: Record<string, string>;
  /** Whether to start a command host with each service. */
  hasCommands?: boolean;
}

/** Starts a pool, and makes the template if there is none yet. It listens on 127.0.0.1 and answers workers with environment variables, as JSON. */
export async function startServicePool({ settings, hasCommands = false }: PoolOptions = {}): Promise<ServicePool> {
  if (!process.env.ROSTRA_TEST_TEMPLATE) await makeTemplate();
  const members = new Map<string, Promise<Member>>();
  const memberOf = (worker: string): Promise<Member> => {
    const member = members.get(worker) ?? startMember(settings, hasCommands);
    members.set(worker, member);
    return member;
  };
  const server = createServer((request, response) => {
    memberOf((request.url ?? '').slice(1)).then(
      async (member) => {
        member.context = await withFreshTokens(member.service, member.context);
        response.end(JSON.stringify(environmentOf(member)));
      },
      (error: Error) => response.writeHead(500).end(String(error.stack)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    any: async () => (await [...members.values()][0])?.service,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all([...members.values()].map((member) => member.then(stopMember, () => undefined)));
      await removeTemplate();
    },
  };
}

async function startMember(settings: Record<string, string> | undefined, hasCommands: boolean): Promise<Member> {
  const { service, context } = await startTestService(settings);
  return { service, context, ...(hasCommands ? { commands: await startCommandHost(service.environment) } : {}) };
}

async function stopMember({ service, commands }: Member): Promise<void> {
  if (commands) await stopCommandHost(commands);
  await removeService(service);
}

const environmentOf = ({ service, context, commands }: Member): Record<string, string> => ({
  ROSTRA_TEST: JSON.stringify(context),
  ROSTRA_TEST_SHARED: JSON.stringify([service.process.pid, ...(commands ? [commands.process.pid] : [])]),
  ...(commands ? { ROSTRA_TEST_COMMANDS: commands.url } : {}),
});
