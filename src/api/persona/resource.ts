import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import schema from './content-types/persona/schema.json';

export const persona = defineResource(schema, {
  path: '/console/lab/personas',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), handle: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name handle'),
});
