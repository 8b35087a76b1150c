import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';

export const persona = defineResource('api::persona.persona', {
  path: '/console/lab/personas',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), handle: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name handle'),
});
