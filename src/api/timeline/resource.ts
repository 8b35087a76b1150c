import {
  column,
  computed,
  defineResource,
  jsonObject,
  orNull,
  pickAll,
  refs,
  rowId,
  type Scope,
  shape,
  sql,
  tags,
  text,
  toOne,
  utcText,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/timeline/schema.json';

const time = (attribute: string) => computed((timeline) => utcText().read(timeline, attribute), utcText().schema);

const written = {
  editor: computed((timeline) => toOne(timeline, 'editor', rowId), orNull({ type: 'integer' })),
  create_date: time('createdAt'),
  update_date: time('updatedAt'),
};

export const timeline = defineResource(schema, {
  path: '/comp/timelines',
  readAliases: ['/console/comp/timelines'],
  access: { list: 'public' },
  writer: 'editor',
  extensions: ['events'],
  names: ['title'],
  fields: {
    title: text().required(),
    description: text().required(),
    data: jsonObject(),
    authors: refs('persona').required(),
    tags: tags('tag').required(),
    events: refs('timeline-event', { isSet: true }),
  },
  row: shape('id title description data', written),
  detail: shape(
    'id title description authors tags',
    {
      events: pickAll(
        'events',
        'id status slug date type image tagline title content link data',
        (event: Scope) => sql`${column(event, 'date')}, ${column(event, 'number')}`,
      ),
    },
    'data',
    written,
  ),
});
