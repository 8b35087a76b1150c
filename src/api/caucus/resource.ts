import { color, defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/caucus/schema.json';

export const caucus = defineResource(schema, {
  path: '/console/lab/caucuses',
  names: ['name', 'abbreviation'],
  fields: {
    name: text().required(),
    abbreviation: text().required(),
    color: color(),
    emblem: text(),
    basic_info: text(),
    add_info: text(),
    type: text(),
    status: text().in('record_status'),
  },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name abbreviation color emblem basic_info add_info type status'),
});
