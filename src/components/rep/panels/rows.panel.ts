import { sessionIndex, termIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type partySchema from '../party.json';
import type sessionSchema from '../session.json';
import type termSchema from '../term.json';

export const partyMembership = defineComponentPanel<typeof partySchema>({
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

export const committeeSeat = defineComponentPanel<typeof sessionSchema>({
  uid: 'rep.session',
  name: { zh: '會期委員會', en: 'Session' },
  fields: {
    term_index: termIndex,
    session_index: sessionIndex,
    committee_name: { zh: '委員會', en: 'Committee' },
    is_convener: { zh: '召集委員', en: 'Convener' },
  },
  main: 'committee_name',
  rows: [{ term_index: 2, session_index: 2, committee_name: 5, is_convener: 3 }],
});

export const termServed = defineComponentPanel<typeof termSchema>({
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
