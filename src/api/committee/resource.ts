import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';

export const committee = defineResource('api::committee.committee', {
  path: '/console/lab/committees',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), abbreviation: text(), category: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name abbreviation category'),
});
