import { endDate, groupTitles, startDate } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/term/schema.json';

export const term = definePanel<typeof schema>({
  uid: 'api::term.term',
  name: { zh: '屆期', en: 'Term' },
  plural: { zh: '屆期', en: 'Terms' },
  summary: {
    zh: '立法院各屆的起迄、會期、政黨、黨團與選區。',
    en: 'Terms of the Legislative Yuan with their sessions, parties, caucuses and districts.',
  },
  task: 'legislature',
  fields: {
    index: { zh: '屆次', en: 'Term', hint: { zh: '第幾屆，例如 11。', en: 'Number of the term, for example 11.' } },
    start_date: startDate,
    end_date: endDate,
    sessions: {
      zh: '會期',
      en: 'Sessions',
      hint: { zh: '常會與臨時會各填一列。', en: 'One row per ordinary or extraordinary session.' },
    },
    parties: {
      zh: '政黨',
      en: 'Parties',
      hint: { zh: '本屆有席次的政黨。', en: 'Parties that held seats in the term.' },
    },
    caucuses: {
      zh: '黨團',
      en: 'Caucuses',
      hint: { zh: '本屆的黨團及其所屬政黨。', en: 'The caucuses of the term with their parties.' },
    },
    districts: { zh: '選區', en: 'Districts' },
  },
  main: 'record_title',
  list: { columns: ['index', 'start_date', 'end_date', 'parties', 'sessions'], sort: ['index', 'DESC'] },
  details: ['start_date', 'end_date'],
  groups: [
    { title: groupTitles.basics, rows: [{ index: 4, start_date: 4, end_date: 4 }] },
    { title: { zh: '會期', en: 'Sessions' }, rows: [{ sessions: 12 }] },
    { title: { zh: '政黨與黨團', en: 'Parties and caucuses' }, rows: [{ parties: 12 }, { caucuses: 12 }] },
    { title: { zh: '選區', en: 'Districts' }, rows: [{ districts: 12 }] },
  ],
});
