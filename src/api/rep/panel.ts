import { byTerm } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/rep/schema.json';

export const rep = definePanel<typeof schema>({
  uid: 'api::rep.rep',
  name: { zh: '立法委員', en: 'Representative' },
  plural: { zh: '立法委員', en: 'Representatives' },
  summary: {
    zh: '委員的簡歷、黨籍、任期與所屬委員會。',
    en: 'Members with their background, parties, terms and committees.',
  },
  task: 'legislature',
  fields: {
    name: {
      zh: '姓名',
      en: 'Name',
      hint: { zh: '原住民族姓名以「‧」分隔。', en: 'Separate the parts of indigenous names by ‧.' },
    },
    birth_date: { zh: '出生日期', en: 'Date of birth' },
    gender: {
      zh: '性別',
      en: 'Gender',
      hint: { zh: '-100（女）到 100（男）之間的整數。', en: 'An integer from -100 (female) to 100 (male).' },
      values: { '-100': { zh: '女', en: 'Female' }, '100': { zh: '男', en: 'Male' } },
    },
    highest_edu_degree: { zh: '最高學歷', en: 'Highest degree' },
    edu_record: { zh: '學歷', en: 'Education' },
    experience: { zh: '經歷', en: 'Experience' },
    policy_proposal: { zh: '政見', en: 'Policy proposals' },
    contacts: { zh: '聯絡方式', en: 'Contacts' },
    parties: {
      zh: '黨籍',
      en: 'Party memberships',
      hint: {
        zh: '每次入黨、轉換政黨或黨團各填一列；系統依日期判斷提案與表決當時的黨籍。',
        en: 'One row per change of party or caucus; the dates determine the party at the time of a bill or vote.',
      },
    },
    terms: {
      zh: '任期',
      en: 'Terms served',
      hint: {
        zh: '每次就職、離職或遞補各填一列；記名表決據此檢查當日是否在任。',
        en: 'One row each time the member gained or left a seat; roll calls are checked against these rows.',
      },
    },
    sessions: { zh: '各會期委員會', en: 'Committees by session' },
  },
  main: 'name',
  list: {
    columns: ['number', 'name', 'gender', 'highest_edu_degree', 'birth_date'],
    sort: ['number', 'ASC'],
    details: { zh: '政黨、屆次、選區', en: 'Party, terms, district' },
  },
  details: ['parties.party', 'terms.term_index', 'terms.district_name'],
  filters: {
    party: { zh: '政黨', en: 'Party', of: 'api::party.party', reads: ['parties', 'terms'] },
    term: byTerm('terms'),
    district: { zh: '選區', en: 'District', reads: ['terms'] },
  },
  groups: [
    {
      title: { zh: '個人資料', en: 'Person' },
      rows: [{ name: 6, birth_date: 6 }, { gender: 6, highest_edu_degree: 6 }, { contacts: 12 }],
    },
    { title: { zh: '任期', en: 'Terms served' }, rows: [{ terms: 12 }] },
    { title: { zh: '黨籍與黨團', en: 'Parties and caucuses' }, rows: [{ parties: 12 }] },
    { title: { zh: '委員會', en: 'Committees' }, rows: [{ sessions: 12 }] },
    {
      title: { zh: '學經歷與政見', en: 'Background and proposals' },
      rows: [{ edu_record: 12 }, { experience: 12 }, { policy_proposal: 12 }],
    },
  ],
});
