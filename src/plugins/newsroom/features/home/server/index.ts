import type { Context } from 'koa';
import { panels } from '../../../../../panels';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { abilityOf, may, must } from '../../../server/permissions';
import { mayReadTitle, withoutTitle } from '../../../server/titles';
import { describeReport } from './describe-report';
import { billsByTerm, votesByMonth } from './figures';
import { recentChanges } from './recent-changes';
import { isDue, readReport, startReport } from './report';

const home = {
  /** The latest changes of the content types that the reader may read. */
  async changes(ctx: Context) {
    const ability = abilityOf(ctx);
    const resources = panels.flatMap(({ uid }) => (may(ability, 'read', uid) ? (findResourceByUid(uid) ?? []) : []));
    const changes = await recentChanges(resources, run);
    ctx.body = changes.map((change) => {
      const { uid, at, isNew, by } = change;
      return mayReadTitle(ability, uid) ? change : { uid, ...withoutTitle(change), at, isNew, ...(by && { by }) };
    });
  },

  async bills(ctx: Context) {
    const ability = abilityOf(ctx);
    must(ability, 'read', 'api::bill.bill', 'term_index', 'is_law', 'legislative_steps.legislative_step');
    must(ability, 'read', 'api::legislative-step.legislative-step', 'name');
    ctx.body = await billsByTerm(run);
  },

  async votes(ctx: Context) {
    must(abilityOf(ctx), 'read', 'api::vote.vote', 'term_index', 'date');
    ctx.body = await votesByMonth(run);
  },

  /** The latest integrity report. An outdated one starts a new report in the background. */
  async report(ctx: Context) {
    if (isDue(await readReport())) startReport();
    ctx.body = await describeReport(abilityOf(ctx));
  },

  /** Starts a new report, unless one is being made. */
  async check(ctx: Context) {
    startReport();
    ctx.status = 202;
    ctx.body = await describeReport(abilityOf(ctx));
  },
};

const forAll = { policies: ['admin::isAuthenticatedAdmin'] };
const forReport = {
  policies: [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: ['plugin::newsroom.report'] } },
  ],
};

/** The server side of the home page's widgets. */
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
