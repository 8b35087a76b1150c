import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import { publicList } from '../public-list';
import schema from './content-types/gov-agency/schema.json';

export const govAgency = defineResource(schema, {
  path: '/console/lab/gov_agencies',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name'),
});

export const publicGovAgencies = publicList(govAgency, '/c0ngress/gov_agencies');
