import { endDate, sessionIndex, startDate, tempSessionIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../session.json';

export const session = defineComponentPanel<typeof schema>({
  uid: 'term.session',
  name: { zh: '會期', en: 'Session' },
  fields: {
    session_index: sessionIndex,
    temp_session_index: tempSessionIndex,
    start_date: startDate,
    end_date: endDate,
  },
  main: 'session_index',
  rows: [
    { session_index: 6, temp_session_index: 6 },
    { start_date: 6, end_date: 6 },
  ],
});
