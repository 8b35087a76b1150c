import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/doc/schema.json';

export const doc = defineResource(schema, {
  path: '/console/lab/docs',
  isExtension: true,
  names: ['title', 'slug'],
  fields: { title: text().required(), slug: text().means('slug'), content: text() },
  filters: { title: partial('title', 'part of the title') },
  row: shape('id title slug'),
});
