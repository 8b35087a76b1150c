import { Graph } from '@strapi/icons';
import { type Feature, textsOf } from '../../../panel/feature';
import { permissionFor } from '../../../panel/permissions';
import { lazyWithBoundary } from '../../error-boundary/panel/boundary';
import { TOPIC_MAP_ACTION } from '../shared/topic-map';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** Adds the page that draws topics, acts and their relations. */
const topicMap: Feature = {
  texts: textsOf('topic-map', { en, zh }),
  register(app) {
    app.addMenuLink({
      to: 'plugins/newsroom/topic-map',
      icon: Graph,
      intlLabel: { id: 'newsroom.topic-map.title', defaultMessage: 'Topic map' },
      permissions: [permissionFor(TOPIC_MAP_ACTION)],
      // Below the content desk (0.5).
      position: 0.6,
      Component: lazyWithBoundary(() => import('./page')),
    });
  },
};

export default topicMap;
