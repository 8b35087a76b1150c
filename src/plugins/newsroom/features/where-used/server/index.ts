import type { Context } from 'koa';
import { findResource, findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { type Ability, abilityOf, may, must } from '../../../server/permissions';
import { mayName, readNamed, untitled } from '../../../server/titles';
import type { Named, NamedReference, Use, UsedBy, WhereUsed } from '../shared/where-used';
import { type FoundUses, findWhereUsed } from './find';

/** How many records are named at once: more than a refusal tells of. */
const MOST = 100;

const whereUsed = {
  /** Where a record is used. What the reader may not read is counted, since it may stop a delete, but not named. */
  async find(ctx: Context) {
    const { uid = '', documentId = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const of = findResourceByUid(uid);
    if (!of) return ctx.notFound();
    const ability = abilityOf(ctx);
    must(ability, 'read', uid);
    const found = await findWhereUsed(of, documentId, run);
    if (!found) return ctx.notFound();
    const answer: WhereUsed = {
      record: seen(found.record, uid, ability),
      usedBy: found.usedBy.map((each) => seenOf(each, ability)),
    };
    ctx.body = answer;
  },

  /** Titles of records that a refusal names: `?of=rs_bills:12,rs_votes:3`. */
  async name(ctx: Context) {
    const asked = String(ctx.query.of ?? '')
      .split(',')
      .slice(0, MOST)
      .flatMap(referenceIn);
    const ability = abilityOf(ctx);
    const readable = asked.filter(({ of }) => may(ability, 'read', of.uid));
    const found = await readNamed(readable, run);
    const answer = asked.map(({ of, number }): NamedReference => {
      const known = found.find(({ uid, named }) => uid === of.uid && named.number === number);
      return { uid: of.uid, number, ...(known && seen(known.named, of.uid, ability)) };
    });
    ctx.body = answer;
  },
};

const seen = (named: Named, uid: string, ability: Ability): Named => (mayName(ability, uid) ? named : untitled(named));

/** Records are not told apart by the fields that they use the record in: one that is not seen hides them all. */
function seenOf({ uid, count, uses, records = [] }: FoundUses, ability: Ability): UsedBy {
  const isSeen = uses.map(({ reads }) => reads.every(({ uid: of, field }) => may(ability, 'read', of, field)));
  const told = uses.map(({ reads: _, ...use }, index): Use => {
    return isSeen[index] ? use : { effect: use.effect, count: use.count };
  });
  if (isSeen.includes(false)) return { uid, count, uses: told };
  return { uid, count, uses: told, records: records.map((named) => seen(named, uid, ability)) };
}

function referenceIn(text: string) {
  const [, name, digits] = /^(\w+):(\d{1,10})$/.exec(text) ?? [];
  const of = findResource(name);
  const number = Number(digits);
  return of && number <= 2_147_483_647 ? { of, number } : [];
}

const config = { policies: ['admin::isAuthenticatedAdmin'] };

/** Tells what refers to a record, and what that means for deleting it. */
export const whereUsedFeature: Feature = {
  routes: [
    { method: 'GET', path: '/where-used', handler: 'where-used.name', config },
    { method: 'GET', path: '/where-used/:uid/:documentId', handler: 'where-used.find', config },
  ],
  controllers: { 'where-used': whereUsed },
};
