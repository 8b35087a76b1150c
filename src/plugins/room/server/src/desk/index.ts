import type { Core } from '@strapi/strapi';
import { panels } from '../../../../../panels';
import type { Feature } from '../feature';
import { countRecords } from './count-records';

interface Ability {
  can(action: string, subject: string): boolean;
}

/** Answers how many records there are of each content type that the editor may read. */
const desk: Core.Controller = {
  async counts(ctx) {
    const ability = ctx.state.userAbility as Ability;
    const readable = panels.filter(({ uid }) => ability.can('plugin::content-manager.explorer.read', uid));
    ctx.body = await countRecords(
      strapi.db,
      readable.map(({ uid }) => uid),
    );
  },
};

/** What the page of all content types needs to know. */
export const deskFeature: Feature = {
  routes: [
    {
      method: 'GET',
      path: '/desk/counts',
      handler: 'desk.counts',
      config: { policies: ['admin::isAuthenticatedAdmin'] },
    },
  ],
  controllers: { desk },
};
