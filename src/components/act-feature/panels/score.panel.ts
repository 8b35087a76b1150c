import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../score.json';

export const score = defineComponentPanel<typeof schema>({
  uid: 'act-feature.score',
  name: { zh: '評分', en: 'Score' },
  fields: { score: { zh: '分數', en: 'Score' }, description: { zh: '這個分數的意思', en: 'What the score means' } },
  main: 'description',
  rows: [{ score: 3, description: 9 }],
});
