import { termIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../term.json';

export const termServed = defineComponentPanel<typeof schema>({
  uid: 'rep.term',
  name: { zh: '任期', en: 'Term served' },
  fields: {
    term_index: termIndex,
    change_date: { zh: '異動日期', en: 'Date of change' },
    change_type: {
      zh: '異動類型',
      en: 'Type of change',
      hint: {
        zh: '例如 assume_office_through_regular_election（選舉就職）。',
        en: 'For example assume_office_through_regular_election.',
      },
    },
    district_name: { zh: '選區', en: 'District' },
    duty: { zh: '職務', en: 'Duty', hint: { zh: '例如 院長、副院長。', en: 'For example speaker or deputy speaker.' } },
    note: { zh: '備註', en: 'Note' },
  },
  main: 'term_index',
  rows: [{ term_index: 3, change_date: 5, district_name: 4 }, { change_type: 8, duty: 4 }, { note: 12 }],
});
