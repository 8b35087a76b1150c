import { defineResource, partial, shape, text } from '../../plugins/rostra/server/src/declare';
import { publicList } from '../public-list';
import schema from './content-types/legislative-step/schema.json';

export const legislativeStep = defineResource(schema, {
  path: '/console/lab/legislative_steps',
  isExtension: true,
  names: ['name'],
  fields: { name: text().required() },
  filters: { name: partial('name', 'part of the name') },
  row: shape('id name'),
});

export const publicLegislativeSteps = publicList(legislativeStep, '/c0ngress/legislative_steps');
