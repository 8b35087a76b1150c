import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../caucus.json';

export const caucusInTerm = defineComponentPanel<typeof schema>({
  uid: 'term.caucus',
  name: { zh: '黨團組成', en: 'Caucus in the term' },
  fields: { caucus: { zh: '黨團', en: 'Caucus', required: true }, parties: { zh: '組成政黨', en: 'Parties' } },
  main: 'id',
  rows: [{ caucus: 6, parties: 6 }],
});
