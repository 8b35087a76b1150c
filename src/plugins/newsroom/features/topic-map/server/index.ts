import type { Core } from '@strapi/strapi';
import { run, runOnce } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { abilityOf } from '../../../server/permissions';
import { TOPIC_MAP_ACTION } from '../shared/topic-map';
import { mapQuery } from './query';
import { readableBy } from './readable';

/** Returns the topic map, read with one statement, without what the editor may not read. */
const topicMap: Core.Controller = {
  async read(ctx) {
    const readable = readableBy(abilityOf(ctx));
    const [row] = await runOnce(run, mapQuery(readable));
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = row?.[0];
  },
};

/** Serves the topic map page. */
export const topicMapFeature: Feature = {
  actions: [
    { uid: 'topic-map', label: { zh: '開啟議題地圖', en: 'Open the topic map' }, roles: ['editor', 'reviewer'] },
  ],
  routes: [
    {
      method: 'GET',
      path: '/topic-map',
      handler: 'topicMap.read',
      config: {
        policies: [
          'admin::isAuthenticatedAdmin',
          { name: 'admin::hasPermissions', config: { actions: [TOPIC_MAP_ACTION] } },
        ],
      },
    },
  ],
  controllers: { topicMap },
};
