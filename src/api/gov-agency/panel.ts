import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/gov-agency/schema.json';

export const govAgency = definePanel<typeof schema>({
  uid: 'api::gov-agency.gov-agency',
  name: { zh: '政府機關', en: 'Government agency' },
  plural: { zh: '政府機關', en: 'Government agencies' },
  summary: { zh: '提出議案的機關，例如行政院。', en: 'Agencies that propose bills, such as the Executive Yuan.' },
  task: 'legislature',
  helper: true,
  fields: { name: { zh: '名稱', en: 'Name' } },
  main: 'name',
  list: { columns: ['number', 'name'], sort: ['number', 'ASC'], pageSize: 50 },
  groups: [{ title: groupTitles.basics, rows: [{ name: 12 }] }],
});
