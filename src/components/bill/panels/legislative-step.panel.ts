import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../legislative-step.json';

export const legislativeStepRow = defineComponentPanel<typeof schema>({
  uid: 'bill.legislative-step',
  name: { zh: '審議進度', en: 'Legislative step' },
  fields: { date: { zh: '日期', en: 'Date' }, legislative_step: { zh: '審議程序', en: 'Step', required: true } },
  main: 'date',
  rows: [{ date: 6, legislative_step: 6 }],
});
