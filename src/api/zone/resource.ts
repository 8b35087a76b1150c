import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import { publicList } from '../public-list';
import schema from './content-types/zone/schema.json';

export const zone = defineResource(schema, {
  path: '/console/lab/zones',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required(), abbreviation: text(), category: text() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name abbreviation category'),
});

export const publicZones = publicList(zone, '/c0ngress/zones');
