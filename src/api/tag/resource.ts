import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/tag/schema.json';

export const tag = defineResource(schema, {
  path: '/console/lab/rs_tags',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), slug: text().means('slug'), description: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name'),
});
