import { defineResource, partial, pickAll, refersTo, refs, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/act/schema.json';

const specific_topics = pickAll('specific_topics', 'id title index image');

export const act = defineResource(schema, {
  path: '/console/lab/acts',
  names: ['title', 'official_seq_no'],
  fields: {
    title: text().required(),
    official_seq_no: text().required(),
    specific_topics: refs('specific-topic').required(),
  },
  filters: {
    title: partial('title', 'part of the title'),
    st: refersTo('specific_topics', 'identifier of a specific topic'),
  },
  row: shape('id title official_seq_no', { specific_topics }),
  detail: shape('id title official_seq_no', { specific_topics }),
});
