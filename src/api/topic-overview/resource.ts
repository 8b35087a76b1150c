import {
  defineResource,
  partial,
  pick,
  ref,
  refersTo,
  rows,
  shape,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/topic-overview/schema.json';

export const topicOverview = defineResource(schema, {
  path: '/console/lab/topic_overviews',
  singularPath: '/console/lab/topic_overview',
  fields: {
    status: text().required().in('record_status'),
    slug: text().means('slug'),
    image: text().required(),
    st_id: ref('specific-topic').required(),
    tagline: text().required(),
    title: text().required(),
    intro: text().required(),
    description: text().required(),
    timeline_id: ref('timeline').required(),
    related_links: rows({ type: text().required(), url: text().means('link').required(), title: text().required() }),
  },
  filters: {
    st: refersTo('st', 'identifier of a specific topic'),
    title: partial('title', 'part of the title'),
  },
  row: shape('id status slug image', { st: pick('st', 'id title image index') }, 'tagline title intro description'),
});
