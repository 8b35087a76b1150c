import { color, defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/party/schema.json';

export const party = defineResource(schema, {
  path: '/console/lab/parties',
  isExtension: true,
  names: ['name', 'abbreviation'],
  fields: {
    name: text().required(),
    abbreviation: text().required(),
    color: color(),
    emblem: text(),
    basic_info: text(),
    add_info: text(),
  },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name abbreviation color emblem'),
});
