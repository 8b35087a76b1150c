import type { Context } from 'koa';
import { runUntil } from '../../../../rostra/server/src/store/cancellable';
import { run } from '../../../../rostra/server/src/store/database';
import { abilityOf } from '../../../server/permissions';
import { type DescribedRecord, type Found, MAX_DESCRIBED, type RecordReference } from '../shared/found';
import { describeRecords } from './describe-records';
import { findByTitle } from './find-by-title';
import type { Finder } from './finder';
import { limitOf } from './limit';
import { readableKinds } from './readable-kinds';

/** What the search box finds records with. */
const find: Finder = findByTitle;

/** The side of the search box on the service. Both requests run one statement for the records and one for what is shown of them, or less. */
export const boxController = {
  /** The records that fit a text best: `?q=王金平`. */
  async find(ctx: Context) {
    const { q: text } = ctx.query;
    if (typeof text !== 'string') return ctx.badRequest('q: one text is required');
    const ability = abilityOf(ctx);
    const kinds = readableKinds(ability);
    // With the next key, the search box asks anew.
    const limit = limitOf(ctx.res, LIMIT_MS);
    const run = runUntil(limit);
    try {
      const { hits, more } = await find(text, kinds, run);
      ctx.body = { records: await describeRecords(hits, kinds, ability, run), more } satisfies Found;
    } catch (error) {
      if (error !== limit.reason) throw error;
      ctx.body = { records: [], more: [], isTooSlow: true } satisfies Found;
    }
  },

  /** What records are, such as those that somebody has opened lately, or those of a list: `?of=api::rep.rep:abc,…`. Deleted ones, and what names none, are left out. */
  async records(ctx: Context) {
    const { of: named } = ctx.query;
    if (typeof named !== 'string') return ctx.badRequest('of: one list of records is required');
    const list = named.split(',');
    if (list.length > MAX_DESCRIBED) return ctx.badRequest(`of: more than ${MAX_DESCRIBED}`);
    const references = list.flatMap((each): RecordReference[] => {
      const [, uid, documentId] = /^([\w.:-]+):(\w+)$/.exec(each) ?? [];
      return uid && documentId ? [{ uid, documentId }] : [];
    });
    const ability = abilityOf(ctx);
    const answer: DescribedRecord[] = await describeRecords(references, readableKinds(ability), ability, run);
    ctx.body = answer;
  },
};

/** How long a search may take, in milliseconds: among 300,000 bills, whose titles it looks through one by one, half a second to two. */
const LIMIT_MS = 3_000;
