import { endDate, sessionIndex, startDate, tempSessionIndex } from '../../../plugins/newsroom/shared/common-fields';
import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type caucusSchema from '../caucus.json';
import type districtSchema from '../district.json';
import type sessionSchema from '../session.json';

export const session = defineComponentPanel<typeof sessionSchema>({
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

export const caucusInTerm = defineComponentPanel<typeof caucusSchema>({
  uid: 'term.caucus',
  name: { zh: '黨團組成', en: 'Caucus in the term' },
  fields: { caucus: { zh: '黨團', en: 'Caucus', required: true }, parties: { zh: '組成政黨', en: 'Parties' } },
  main: 'id',
  rows: [{ caucus: 6, parties: 6 }],
});

export const district = defineComponentPanel<typeof districtSchema>({
  uid: 'term.district',
  name: { zh: '選區', en: 'District' },
  fields: {
    name: { zh: '全名', en: 'Full name', hint: { zh: '例如 臺北市第1選舉區。', en: 'For example 臺北市第1選舉區.' } },
    abbreviation: { zh: '簡稱', en: 'Abbreviation' },
    zone_name: { zh: '地區', en: 'Zone' },
    index: { zh: '選舉區號', en: 'District number' },
    neighborhoods: {
      zh: '涵蓋範圍',
      en: 'Neighbourhoods',
      hint: { zh: '鄉鎮市區或村里的陣列，例如 ["北投區"]。', en: 'An array of names, for example ["北投區"].' },
    },
  },
  main: 'name',
  rows: [{ name: 6, abbreviation: 6 }, { zone_name: 6, index: 6 }, { neighborhoods: 12 }],
});
