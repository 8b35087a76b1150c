import { defineResource, integer, partial, pickAll, refs, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/general-topic/schema.json';

const specific_topics = pickAll('specific_topics', 'id title index image');

export const generalTopic = defineResource(schema, {
  path: '/console/lab/general_topics',
  order: ['index'],
  names: ['title'],
  fields: {
    title: text().required(),
    index: integer().required(),
    image: text().required(),
    description: text().required(),
    specific_topics: refs('specific-topic').required(),
  },
  filters: { title: partial('title', 'part of the title') },
  row: shape('id title index image', { specific_topics }),
  detail: shape('id title index image description', { specific_topics }),
});
