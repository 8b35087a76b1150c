import { AsyncLocalStorage } from 'node:async_hooks';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** Who changes records, and through which door. */
export interface Actor {
  door: 'api' | 'panel' | 'command' | 'import';
  /** An account of the API, an API token, an account of the panel, or a user of the operating system. */
  kind?: 'user' | 'token' | 'panelUser' | 'system';
  id?: number;
  name?: string;
  /** The command line of a command. */
  command?: string;
  /** Why the change was made, in the actor's words. */
  note?: string;
  /** The id of the HTTP request. */
  request?: string;
}

const explicit = new AsyncLocalStorage<Actor>();
let ofRequest: () => Actor | undefined = () => undefined;
let ofProcess: Actor | undefined;

/** Sets how to find the actor of the current request. */
export function useRequestActors(find: () => Actor | undefined): void {
  ofRequest = find;
}

/** Sets who makes the changes of this process that belong to no request: for commands. */
export function setProcessActor(actor: Actor): void {
  ofProcess = actor;
}

/** Runs `work` as this actor, whatever request it belongs to. */
export const runAs = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => explicit.run(actor, work);

/** Names the current actor to the transaction, so that its commit records who changed what. */
export async function announceActor(run: Run): Promise<void> {
  const actor = explicit.getStore() ?? ofRequest() ?? ofProcess;
  if (actor) await run(announce, { actor: JSON.stringify(actor) });
}

const announce = compile(sql`select set_config('rostra.actor', ${parameter('actor')}, true)`);
