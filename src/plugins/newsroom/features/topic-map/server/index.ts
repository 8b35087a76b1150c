import type { Core } from '@strapi/strapi';
import { run, runOnce } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf } from '../../../server/permissions';
import { TOPIC_MAP_ACTION } from '../shared/topic-map';
import { mapQuery } from './query';
import { readableBy } from './readable';

/** Returns the topic map, read with one statement, without what the editor may not read. */
const controller: Core.Controller = {
  async read(ctx) {
    const readable = readableBy(abilityOf(ctx));
    const [row] = await runOnce(run, mapQuery(readable));
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = row?.[0];
  },
};

/** Serves the topic map page. */
export const topicMap: Feature = {
  actions: [
    { uid: TOPIC_MAP_ACTION, label: { zh: '開啟議題地圖', en: 'Open the topic map' }, roles: ['editor', 'reviewer'] },
  ],
  routes: [panelRoute('GET', '/topic-map', 'topicMap.read', TOPIC_MAP_ACTION)],
  controllers: { topicMap: controller },
};
