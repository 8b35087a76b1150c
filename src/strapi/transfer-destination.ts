import type { Writable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { assertStrapiHas } from './assert-strapi-has';

/** What receives an import or a transfer: Strapi's, with the fields and steps that are ours. */
export interface Destination {
  strapi: Core.Strapi;
  options: { restore?: { assets?: boolean } };
  transaction?: Transaction | undefined;
  /** Tells the person who asked for it. */
  onWarning?(message: string): void;
  beforeTransfer: Step;
  createAssetsWriteStream: Step<Writable>;
  createConfigurationWriteStream: Step<Writable>;
  createLinksWriteStream: Step<Writable>;
  rollback: Step;
  close: Step;
  /**
   * Ours (`awaitCommit`): ends the transaction, and waits for its outcome; does nothing where there is none any more. Rejects with what
   * PostgreSQL refused, after a rollback, or, when the connection is lost meanwhile, with an error whose cause is an unknown outcome.
   */
  commit(): Promise<void>;
}

type Step<T = unknown> = (...args: unknown[]) => Promise<T>;

/** The transaction of an import or a transfer, as Strapi makes it. */
export interface StrapiTransaction {
  attach<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T | undefined>;
  end(): unknown;
  rollback(): Promise<boolean>;
}

/** With what `tellOutcomes` adds. */
interface Transaction extends StrapiTransaction {
  /** Settles with the transaction, once it has ended. */
  outcome: Promise<unknown>;
}

/**
 * Finds an example of what Strapi creates for each import and transfer, and the prototype of all, to adapt their steps. Checked with Strapi 5.54.0.
 * @throws StartError when destinations lack one of these steps
 */
export function findDestination(
  providers: object,
  steps: (keyof Destination)[],
): { example: object; destination: Destination } {
  const { createLocalStrapiDestinationProvider: create } = providers as Record<string, (options: object) => object>;
  const example = create?.({}) ?? {};
  const destination = Object.getPrototypeOf(example) as Destination;
  for (const step of steps) assertStrapiHas(typeof destination[step] === 'function', `step "${step}" of a transfer`);
  return { example, destination };
}
