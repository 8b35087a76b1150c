import { sessionIndex, termIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../session.json';

export const committeeSeat = defineComponentPanel<typeof schema>({
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
