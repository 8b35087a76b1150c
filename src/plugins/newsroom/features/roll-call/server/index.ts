import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may, must } from '../../../server/permissions';
import { REP, REP_FIELDS, readPeople, TERM } from './people';

const PARTY = 'api::party.party';

const controller: Core.Controller = {
  async people(ctx) {
    const ability = abilityOf(ctx);
    must(ability, 'read', REP, ...REP_FIELDS);
    const term = Number(ctx.query.term);
    if (!Number.isInteger(term) || term < 0 || term > 2_147_483_647)
      throw new errors.ValidationError('term must be the index of a term');
    const visible = {
      term: may(ability, 'read', TERM, 'start_date'),
      party: may(ability, 'read', REP, 'parties.party') && may(ability, 'read', PARTY, 'name', 'abbreviation'),
    };
    ctx.body = await readPeople(strapi.db, term, visible);
  },
};

/** Serves the representatives that a roll call can name. */
export const rollCall: Feature = {
  routes: [panelRoute('GET', '/roll-call/people', 'roll-call.people')],
  controllers: { 'roll-call': controller },
};
