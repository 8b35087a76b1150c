import type { Context } from 'koa';
import { panels } from '../../../../../panels';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { type Ability, abilityOf, may } from '../../../server/permissions';
import { mayReadTitle } from '../../../server/titles';
import { type DescribedRecord, type FoundRecord, MAX_RECENT } from '../shared/found';
import { describeRecords } from './describe-records';
import { findByTitle } from './find-by-title';
import type { Finder, SearchedKind } from './finder';

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
    const hits = await find(text, kinds, run);
    const answer: FoundRecord[] = await describeRecords(hits, kinds, ability, run);
    ctx.body = answer;
  },

  /** What becomes of records that somebody has opened lately: `?of=api::rep.rep:abc,…`. Deleted ones are left out. */
  async records(ctx: Context) {
    const { of: named } = ctx.query;
    if (typeof named !== 'string') return ctx.badRequest('of: one list of records is required');
    const references = named.split(',').map((each) => {
      const [, uid = '', documentId = ''] = /^([\w.:-]+):(\w+)$/.exec(each) ?? [];
      return { uid, documentId };
    });
    if (references.length > MAX_RECENT) return ctx.badRequest(`of: more than ${MAX_RECENT}`);
    if (references.some(({ uid }) => uid === '')) return ctx.badRequest('of: uid:documentId,…');
    const ability = abilityOf(ctx);
    const answer: DescribedRecord[] = await describeRecords(references, readableKinds(ability), ability, run);
    ctx.body = answer;
  },
};

/** The content types whose titles somebody may read; none with addresses of people. */
function readableKinds(ability: Ability): SearchedKind[] {
  return panels.flatMap((panel) => {
    const resource = findResourceByUid(panel.uid);
    if (!resource || panel.isPersonal || !mayReadTitle(ability, panel.uid)) return [];
    return { panel, resource, hasNumbers: may(ability, 'read', panel.uid, resource.key.attribute) };
  });
}
