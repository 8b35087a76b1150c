import { termIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../party.json';

export const partyMembership = defineComponentPanel<typeof schema>({
  uid: 'rep.party',
  name: { zh: '黨籍', en: 'Party membership' },
  fields: {
    term_index: termIndex,
    party: { zh: '政黨', en: 'Party', required: true },
    caucus: { zh: '黨團', en: 'Caucus' },
    start_date: { zh: '開始日期', en: 'Start' },
    officer_title: {
      zh: '黨團職務',
      en: 'Office',
      hint: { zh: '例如 黨團書記長。', en: 'For example caucus secretary-general.' },
    },
    note: { zh: '備註', en: 'Note' },
  },
  main: 'term_index',
  rows: [{ term_index: 4, party: 4, caucus: 4 }, { start_date: 6, officer_title: 6 }, { note: 12 }],
});
