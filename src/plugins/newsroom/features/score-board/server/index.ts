import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may, must } from '../../../server/permissions';
import { SCORE_BOARD, type ScoreBoardQuery } from '../shared/score-board';
import { billsOf, featuresOf } from './records';

const BILL = 'api::bill.bill';
const ACT_FEATURE = 'api::act-feature.act-feature';
const CONTENTS = ['act_features.act_feature', 'act_features.short_content', 'act_features.content'];

const controller: Core.Controller = {
  async records(ctx) {
    const ability = abilityOf(ctx);
    must(ability, 'read', BILL, 'version_no', 'date', 'act');
    must(ability, 'read', ACT_FEATURE, 'feature', 'scale.score', 'scale.description');
    const { bills, features } = (ctx.request.body ?? {}) as Partial<ScoreBoardQuery>;
    const [bill, feature] = [idsIn(bills, 'bills'), idsIn(features, 'features')];
    const access = {
      act: may(ability, 'read', 'api::act.act', 'title'),
      contents: may(ability, 'read', BILL, ...CONTENTS),
    };
    ctx.body = {
      bills: await billsOf(strapi.db, bill, access),
      features: await featuresOf(strapi.db, feature),
    };
  },
};

const MAX_ROWS = 5000;

const isRowId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647;

function idsIn(value: unknown, name: string): number[] {
  if (!Array.isArray(value) || value.length > MAX_ROWS || !value.every(isRowId))
    throw new errors.ValidationError(`${name} must be an array of at most ${MAX_ROWS} row identifiers`);
  return value;
}

/** Registers the custom field for scores and serves the bills and act features that it shows. */
export const scoreBoard: Feature = {
  register(strapi) {
    strapi.customFields.register({
      name: SCORE_BOARD,
      plugin: 'newsroom',
      type: 'json',
      inputSize: { default: 12, isResizable: true },
    });
  },
  routes: [panelRoute('POST', '/score-board/records', 'score-board.records')],
  controllers: { 'score-board': controller },
};
