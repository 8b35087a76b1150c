import type { Knex } from 'knex';
import { assertStrapiHas } from './assert-strapi-has';

/** What receives an import or a transfer. */
interface Destination {
  transaction?: { attach<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T | undefined> } | undefined;
  rollback(...args: unknown[]): Promise<unknown>;
}

type Step = (this: Destination, ...args: unknown[]) => Promise<unknown>;

/**
 * Lets PostgreSQL check, before an import or a transfer ends its transaction, what it would refuse at the COMMIT. Strapi does not wait
 * for the outcome of that: a refusal would end the process, and leave uploaded files that belong to records which were not
 * written. Call it last, because it uses the other steps. Checked with Strapi 5.54.0.
 * @throws StartError when destinations of Strapi work in another way
 */
export function checkBeforeCommit(providers: object): void {
  const { createLocalStrapiDestinationProvider: create } = providers as Record<string, (options: object) => object>;
  const destination = Object.getPrototypeOf(create?.({}) ?? {}) as { rollback?: Step; close?: Step };
  const { rollback, close } = destination;
  assertStrapiHas(rollback && close, 'steps of a transfer that end its transaction');
  destination.rollback = async function (...args) {
    try {
      return await rollback.apply(this, args);
    } finally {
      // It would never answer again.
      this.transaction = undefined;
    }
  };
  destination.close = async function () {
    const refusal = await this.transaction
      ?.attach((transaction) => transaction.raw('set constraints all immediate'))
      .then(
        () => undefined,
        (error: Error) => error,
      );
    if (refusal) await this.rollback(refusal);
    const answer = await close.call(this);
    if (refusal) throw refusal;
    return answer;
  };
}
