import {
  computed,
  defineResource,
  oneOf,
  partial,
  pick,
  pickOneOf,
  shape,
  sql,
  text,
} from '../../plugins/rostra/server/src/declare';
import { dataSet } from '../data-set';
import schema from './content-types/figure/schema.json';

const DATA_SET = dataSet('data_set');

const typeIs = (type: string) => ({
  type: computed(() => sql`${sql.lit(type)}::text`, { type: 'string', enum: [type] }),
});

const row = (type: string) => shape('id name', typeIs(type), { st: pick('st', 'id title image index') });

export const figure = defineResource(schema, {
  path: '/console/comp/figures',
  singularPath: '/console/comp/figure',
  readAliases: ['/console/lab/figures', '/console/lab/figure'],
  paged: true,
  names: ['title', 'slug'],
  fields: {
    status: text().required().in('record_status'),
    slug: text().means('slug').required(),
    type: text().required(),
    image: text().required(),
    title: text().required(),
    description: text(),
    summary: text(),
    ...oneOf(DATA_SET),
  },
  filters: { title: partial('title', 'part of the title') },
  row: shape('id status type title', {
    data_set: pickOneOf(DATA_SET, {
      LAB_Bill_Data_Set: row('LAB_Bill_Data_Set'),
      LAB_Statement_Data_Set: row('LAB_Statement_Data_Set'),
    }),
  }),
});
