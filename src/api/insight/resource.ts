import { defineResource, pick, ref, refersTo, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/insight/schema.json';

export const insight = defineResource(schema, {
  path: '/console/lab/insights',
  singularPath: '/console/lab/insight',
  fields: {
    status: text().required().in('record_status'),
    slug: text().means('slug'),
    image: text(),
    title: text().required(),
    st_id: ref('specific-topic').required(),
    doc_id: ref('doc'),
  },
  filters: {
    st: refersTo('st', 'identifier of a specific topic'),
    doc: refersTo('doc', 'identifier of a document'),
  },
  row: shape('id status slug image', { st: pick('st', 'id title image index') }),
  detail: shape('id status slug image st_id doc_id'),
  full: shape('title'),
});
