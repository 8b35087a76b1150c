import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/committee/schema.json';

export const committee = defineResource(schema, {
  path: '/console/lab/committees',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), abbreviation: text(), category: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name abbreviation category'),
});
