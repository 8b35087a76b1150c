import type { Context } from 'koa';
import { panels } from '../../../../../panels';
import { resourceOf } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../feature';
import { type Ability, abilityOf, mayRead } from '../where-used/may-read';
import { panelOf, untitled } from '../where-used/titles';
import { lastChanges } from './changes';
import { billsByTerm, votesByMonth } from './figures';
import { isDue, keptReport, startReport } from './report';
import { tellReport } from './tell-report';

const isSeen = (ability: Ability, uid: string): boolean => mayRead(ability, uid, panelOf(uid)?.main);

const home = {
  /** What was written last, of the content types that the reader may read. */
  async changes(ctx: Context) {
    const ability = abilityOf(ctx);
    const resources = panels.flatMap(({ uid }) => (mayRead(ability, uid) ? (resourceOf(uid) ?? []) : []));
    const changes = await lastChanges(resources, run);
    ctx.body = changes.map((change) => {
      const { uid, at, isNew, by } = change;
      return isSeen(ability, uid) ? change : { uid, ...untitled(change), at, isNew, ...(by && { by }) };
    });
  },

  async bills(ctx: Context) {
    const ability = abilityOf(ctx);
    const fields = ['term_index', 'is_law', 'legislative_steps.legislative_step'];
    if (!fields.every((field) => mayRead(ability, 'api::bill.bill', field))) return ctx.forbidden();
    if (!mayRead(ability, 'api::legislative-step.legislative-step', 'name')) return ctx.forbidden();
    ctx.body = await billsByTerm(run);
  },

  async votes(ctx: Context) {
    const ability = abilityOf(ctx);
    if (!['term_index', 'date'].every((field) => mayRead(ability, 'api::vote.vote', field))) return ctx.forbidden();
    ctx.body = await votesByMonth(run);
  },

  /** The integrity report that was made last; an old one is made anew meanwhile. */
  async report(ctx: Context) {
    const kept = await keptReport();
    if (isDue(kept)) startReport();
    ctx.body = await tellReport(kept, abilityOf(ctx));
  },

  /** Makes the report anew; whoever asks while it is being made gets the same. */
  async check(ctx: Context) {
    startReport();
    ctx.status = 202;
    ctx.body = await tellReport(await keptReport(), abilityOf(ctx));
  },
};

const forAll = { policies: ['admin::isAuthenticatedAdmin'] };
const forReport = {
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: ['plugin::room.report'] } },
  ],
};

/** What the home page shows. */
export const homeFeature: Feature = {
  actions: [{ uid: 'report', label: { zh: '資料檢查報告', en: 'Integrity report' }, roles: ['editor', 'reviewer'] }],
  routes: [
    { method: 'GET', path: '/home/changes', handler: 'home.changes', config: forAll },
    { method: 'GET', path: '/home/bills', handler: 'home.bills', config: forAll },
    { method: 'GET', path: '/home/votes', handler: 'home.votes', config: forAll },
    { method: 'GET', path: '/home/report', handler: 'home.report', config: forReport },
    { method: 'POST', path: '/home/report', handler: 'home.check', config: forReport },
  ],
  controllers: { home },
};
