import type { Context } from 'koa';
import { findResource, findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { identifiersOf } from '../../../../rostra/server/src/store/external-ids/external-ids';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { type Ability, abilityOf, may, must } from '../../../server/permissions';
import { mayReadTitle, readSummaries, withoutTitle } from '../../../server/titles';
import type { Deletion, RecordSummary, ReferenceSummary, Use, UsedBy, WhereUsed } from '../shared/where-used';
import { findDeletion, findWhereUsed } from './find';
import type { ResourceUses } from './used-by';

/** The most records that one request may name; a refused delete lists fewer. */
const MAX_REFERENCES = 100;

/** The most records of one delete: so many fit into an address. */
const MAX_DELETED = 250;

const controller = {
  /** Where a record is used. Records that the reader may not read are counted, since they may prevent a delete, but not listed. */
  async find(ctx: Context) {
    const { uid = '', documentId = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const resource = findResourceByUid(uid);
    if (!resource) return ctx.notFound();
    const ability = abilityOf(ctx);
    must(ability, 'read', uid);
    const uses = await findWhereUsed(resource, documentId, run);
    if (!uses) return ctx.notFound();
    const answer: WhereUsed = {
      record: redact(uses.record, uid, ability),
      sources: await identifiersOf(resource.name, uses.record.number, run),
      usedBy: uses.usedBy.map((each) => redactUses(each, ability)),
    };
    ctx.body = answer;
  },

  /** What deleting some records would do: `?documents=a,b`. */
  async deletion(ctx: Context) {
    const { uid = '' } = (ctx as Context & { params: Record<string, string> }).params;
    const resource = findResourceByUid(uid);
    if (!resource) return ctx.notFound();
    const ability = abilityOf(ctx);
    must(ability, 'read', uid);
    const documentIds = String(ctx.query.documents ?? '').split(',');
    if (documentIds.length > MAX_DELETED) return ctx.badRequest(`documents: more than ${MAX_DELETED}`);
    const { records, usedBy, refused } = await findDeletion(resource, documentIds, run);
    const answer: Deletion = {
      records: records.map((record) => redact(record, uid, ability)),
      usedBy: usedBy.map((each) => redactUses(each, ability)),
      refused: refused.map(({ record, usedBy }) => ({
        record: redact(record, uid, ability),
        usedBy: usedBy.map((each) => redactUses(each, ability)),
      })),
    };
    ctx.body = answer;
  },

  /** Titles of the records that a refused delete lists: `?of=rs_bills:12,rs_votes:3`. */
  async name(ctx: Context) {
    const references = String(ctx.query.of ?? '')
      .split(',')
      .slice(0, MAX_REFERENCES)
      .flatMap(parseReference);
    const ability = abilityOf(ctx);
    const readable = references.filter(({ resource }) => may(ability, 'read', resource.uid));
    const summaries = await readSummaries(readable, run);
    const answer = references.map(({ resource: { uid }, publicId }): ReferenceSummary => {
      const found = summaries.find((each) => each.uid === uid && each.summary.number === publicId);
      return { uid, number: publicId, ...(found && redact(found.summary, uid, ability)) };
    });
    ctx.body = answer;
  },
};

/** Removes the title if the reader may not see it. */
const redact = (record: RecordSummary, uid: string, ability: Ability): RecordSummary =>
  mayReadTitle(ability, uid) ? record : withoutTitle(record);

/** Hides what the reader may not see. Records are not kept by field, so one unreadable field hides them all. */
function redactUses({ uid, count, uses, records = [] }: ResourceUses, ability: Ability): UsedBy {
  const isVisible = uses.map(({ reads }) =>
    reads.every(({ uid: referrer, field }) => may(ability, 'read', referrer, field)),
  );
  const visible = uses.map(({ reads: _, ...use }, index): Use => {
    return isVisible[index] ? use : { effect: use.effect, count: use.count };
  });
  if (isVisible.includes(false)) return { uid, count, uses: visible };
  return { uid, count, uses: visible, records: records.map((record) => redact(record, uid, ability)) };
}

function parseReference(text: string) {
  const [, name, digits] = /^(\w+):(\d{1,10})$/.exec(text) ?? [];
  const resource = findResource(name);
  const publicId = Number(digits);
  return resource && publicId <= 2_147_483_647 ? { resource, publicId } : [];
}

/** Answers what refers to a record, and what deleting it would do. */
export const whereUsed: Feature = {
  routes: [
    panelRoute('GET', '/where-used', 'where-used.name'),
    panelRoute('GET', '/where-used/:uid', 'where-used.deletion'),
    panelRoute('GET', '/where-used/:uid/:documentId', 'where-used.find'),
  ],
  controllers: { 'where-used': controller },
};
