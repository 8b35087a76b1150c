import type { Context } from 'koa';
import { panels } from '../../../../../panels';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may, must } from '../../../server/permissions';
import { mayReadTitle, withoutTitle } from '../../../server/titles';
import { REPORT_ACTION } from '../shared/home';
import { describeReport } from './describe-report';
import { billsByTerm, votesByMonth } from './figures';
import { recentChanges } from './recent-changes';
import { isDue, readReport, startReport } from './report';

const controller = {
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

/** The server side of the home page's widgets. */
export const home: Feature = {
  actions: [
    { uid: REPORT_ACTION, label: { zh: '資料檢查報告', en: 'Integrity report' }, roles: ['editor', 'reviewer'] },
  ],
  routes: [
    panelRoute('GET', '/home/changes', 'home.changes'),
    panelRoute('GET', '/home/bills', 'home.bills'),
    panelRoute('GET', '/home/votes', 'home.votes'),
    panelRoute('GET', '/home/report', 'home.report', REPORT_ACTION),
    panelRoute('POST', '/home/report', 'home.check', REPORT_ACTION),
  ],
  controllers: { home: controller },
};
