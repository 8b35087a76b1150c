import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Feature } from '../feature';
import { mayRead, mustRead } from '../may-read';
import { peopleOf, REP, REP_FIELDS, TERM } from './people';

const rollCall: Core.Controller = {
  async people(ctx) {
    mustRead(ctx, REP, REP_FIELDS);
    const term = Number(ctx.query.term);
    if (!Number.isInteger(term) || term < 0 || term > 2_147_483_647)
      throw new errors.ValidationError('term must be the index of a term');
    const sees = {
      term: mayRead(ctx, TERM, ['start_date']),
      party: mayRead(ctx, REP, ['parties.party']) && mayRead(ctx, 'api::party.party', ['name', 'abbreviation']),
    };
    ctx.body = await peopleOf(strapi.db, term, sees);
  },
};

/** What roll call entry needs to know of the members of a term. */
export const rollCallFeature: Feature = {
  routes: [
    {
      method: 'GET',
      path: '/roll-call/people',
      handler: 'roll-call.people',
      config: { policies: ['admin::isAuthenticatedAdmin'] },
    },
  ],
  controllers: { 'roll-call': rollCall },
};
