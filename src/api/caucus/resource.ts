import { color, defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';

export const caucus = defineResource('api::caucus.caucus', {
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
