import type { Core } from '@strapi/strapi';
import { panels } from '../../../../../panels';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may } from '../../../server/permissions';
import { countRecords } from './count-records';

/** Answers the number of records of each content type that the editor may read. */
const desk: Core.Controller = {
  async counts(ctx) {
    const ability = abilityOf(ctx);
    const readable = panels.filter(({ uid }) => may(ability, 'read', uid));
    ctx.body = await countRecords(
      strapi.db,
      readable.map(({ uid }) => uid),
    );
  },
};

/** The server side of the desk page. */
export const navigation: Feature = {
  routes: [panelRoute('GET', '/desk/counts', 'desk.counts')],
  controllers: { desk },
};
