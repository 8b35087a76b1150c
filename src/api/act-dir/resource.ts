import {
  defineResource,
  integer,
  joinParts,
  pick,
  ref,
  refersTo,
  related,
  shape,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/act-dir/schema.json';

/** `工時 · 增加休假`. */
const actDirTitle = joinParts(related('st', 'title'), 'name');

export const actDir = defineResource(schema, {
  path: '/console/lab/act_dirs',
  title: actDirTitle,
  isExtension: true,
  names: { fields: ['name'], scope: ['st'] },
  fields: {
    name: text().required(),
    index: integer().required(),
    st: ref('specific-topic', 'cascade').required(),
  },
  filters: { st: refersTo('st', 'identifier of a specific topic') },
  row: shape('id name index', { st: pick('st', 'id title') }),
  detail: shape('id name index', { st: pick('st', 'id title') }),
});
