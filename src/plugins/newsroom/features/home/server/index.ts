import type { Context } from 'koa';
import { run } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, must } from '../../../server/permissions';
import { REPORT_ACTION } from '../shared/home';
import { describeReport } from './describe-report';
import { billsByTerm, votesByMonth } from './figures';
import { isDue, readReport, startReport } from './report';

const controller = {
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
    panelRoute('GET', '/home/bills', 'home.bills'),
    panelRoute('GET', '/home/votes', 'home.votes'),
    panelRoute('GET', '/home/report', 'home.report', REPORT_ACTION),
    panelRoute('POST', '/home/report', 'home.check', REPORT_ACTION),
  ],
  controllers: { home: controller },
};
