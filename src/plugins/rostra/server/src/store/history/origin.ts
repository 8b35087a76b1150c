import { AsyncLocalStorage } from 'node:async_hooks';
import type { JsonObject } from '../../../../../../common/json';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** Who made a change: an account of the API, an API token, an account of the panel, or a user of the operating system. */
export interface Actor {
  kind: 'user' | 'token' | 'panelUser' | 'system';
  id?: number;
  name?: string;
}

/** The doors through which changes come; `sql`: anything that announces none. `unknown`: nobody knows, or what is announced is none of these. */
export const DOORS = ['api', 'panel', 'command', 'system', 'sql', 'unknown'] as const;

/** What a transaction may announce that its change is. */
export const KINDS = ['write', 'import', 'undo', 'restore'] as const;

/** Where a change comes from. */
export interface ChangeOrigin {
  /** `system`: what the service does by itself. Changes through SQL have the door `sql`. */
  door: 'api' | 'panel' | 'command' | 'system';
  by?: Actor;
  /** What the change is; a plain write if it is missing. */
  kind?: 'import' | 'undo' | 'restore';
  /** The batch that an import or its undo stores. */
  batch?: number;
  /** The change that this one takes back, or brings a record back from. */
  reverts?: number;
  /** Why the change was made, in the actor's words. */
  note?: string;
  /** The id of the HTTP request. */
  request?: string;
}

const explicit = new AsyncLocalStorage<ChangeOrigin>();
let findOfRequest: () => ChangeOrigin | undefined = () => undefined;
let ofProcess: ChangeOrigin | undefined;

/** Sets how to find the origin of what the current request changes. */
export function useRequestOrigins(find: () => ChangeOrigin | undefined): void {
  findOfRequest = find;
}

/** Sets the origin of all changes of this process that belong to no request: for commands. */
export function setProcessOrigin(origin: ChangeOrigin): void {
  ofProcess = origin;
}

/** The origin of what runs now; undefined for changes that no request or command makes. */
export const currentOrigin = (): ChangeOrigin | undefined => explicit.getStore() ?? findOfRequest() ?? ofProcess;

/** Whether the sender of the current request, or the user of the current command, made a change. */
export function isOfSender({ actor: { kind, id, name } }: { actor: JsonObject }): boolean {
  const by = currentOrigin()?.by;
  return by !== undefined && by.kind === kind && (by.id === undefined ? by.name === name : by.id === id);
}

/** Runs `work` with this origin, or with these parts added to the current one. */
export const withOrigin = <T>(origin: Partial<ChangeOrigin>, work: () => Promise<T>): Promise<T> =>
  explicit.run({ door: 'command', ...currentOrigin(), ...origin }, work);

/** Tells the transaction its origin, so that its commit records who changed what. */
export async function announceOrigin(run: Run): Promise<void> {
  const origin = currentOrigin();
  if (origin) await run(announce, { origin: JSON.stringify(origin) });
}

/** Adds to what the commit of this transaction records. */
export async function addToOrigin(more: Partial<ChangeOrigin>, run: Run): Promise<void> {
  await run(add, { more: JSON.stringify(more) });
}

/** Keeps what the transaction already says of itself: the document service begins transactions within others. */
const announce = compile(sql`
  select set_config('rostra.origin', (${parameter('origin')}::jsonb || coalesce(nullif(current_setting('rostra.origin', true), ''), '{}')::jsonb)::text, true)`);
const add = compile(sql`
  select set_config('rostra.origin', (coalesce(nullif(current_setting('rostra.origin', true), ''), '{"door":"system"}')::jsonb || ${parameter('more')}::jsonb)::text, true)`);
