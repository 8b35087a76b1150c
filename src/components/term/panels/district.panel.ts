import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../district.json';

export const district = defineComponentPanel<typeof schema>({
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
