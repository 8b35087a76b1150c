import { sessionIndex, tags, tempSessionIndex, termIndex } from '../../plugins/newsroom/shared/common-fields';
import { byAct, bySession, byTerm, byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/bill/schema.json';

const onlyOne = {
  zh: '機關、黨團、委員三者只能選一個。',
  en: 'Choose only one: an agency, a caucus or a representative.',
};

const PRINCIPAL_SPONSOR = [
  'principle_sponsor_gov_agency',
  'principle_sponsor_caucus',
  'principle_sponsor_rep',
] as const;

export const bill = definePanel<typeof schema>({
  uid: 'api::bill.bill',
  name: { zh: '議案', en: 'Bill' },
  plural: { zh: '議案', en: 'Bills' },
  summary: {
    zh: '法案與三讀通過的條文：提案人、審議進度與內容分析。',
    en: 'Bills and passed laws with their sponsors, progress and analysis.',
  },
  task: 'topics',
  fields: {
    act: {
      zh: '法律',
      en: 'Act',
      hint: { zh: '這件議案要制定或修正的法律。', en: 'The act that this bill creates or amends.' },
      required: true,
    },
    is_law: {
      zh: '三讀通過',
      en: 'Passed into law',
      hint: { zh: '「是」表示已成為法律，「否」表示仍是提案。', en: 'True for a law, false for a proposal.' },
    },
    version_no: {
      zh: '字號',
      en: 'Bill no.',
      hint: {
        zh: '提案字號或法律版本，例如 委員提案第19001號。',
        en: 'Number of the proposal, or version of the law.',
      },
      placeholder: { zh: '委員提案第 號', en: '委員提案第 號' },
    },
    date: {
      zh: '提案日期',
      en: 'Date',
      hint: { zh: '提案日；法律則為三讀日。', en: 'The day it was proposed; for a law, the day it was passed.' },
    },
    term_index: termIndex,
    session_index: sessionIndex,
    temp_session_index: tempSessionIndex,
    principle_sponsor_gov_agency: { zh: '主提案機關', en: 'Principal sponsor: agency', hint: onlyOne },
    principle_sponsor_caucus: { zh: '主提案黨團', en: 'Principal sponsor: caucus', hint: onlyOne },
    principle_sponsor_rep: { zh: '主提案委員', en: 'Principal sponsor: rep.', hint: onlyOne },
    sponsors: {
      zh: '提案人',
      en: 'Sponsors',
      hint: { zh: '依議案文書所載順序。', en: 'In the order of the bill document.' },
    },
    cosponsors: { zh: '連署人', en: 'Cosponsors' },
    content: {
      zh: '案由與說明',
      en: 'Content',
      hint: { zh: '案由、說明與條文全文。', en: 'Reason, explanation and text of the bill.' },
    },
    data_source_link: { zh: '資料來源連結', en: 'Source link' },
    progress_source_link: { zh: '審議進度連結', en: 'Progress link' },
    tags,
    legislative_steps: {
      zh: '審議進度',
      en: 'Progress',
      hint: {
        zh: '提案、一讀、委員會、二讀、三讀……依時間先後。',
        en: 'Introduction, readings, committee, in chronological order.',
      },
    },
    st_questions: {
      zh: '對議題提問的立場',
      en: 'Positions on questions',
      hint: { zh: '這件議案對子題各項提問的立場。', en: 'The bill’s positions on the questions of a specific topic.' },
    },
    act_features: {
      zh: '依修法特徵的內容',
      en: 'Content by act feature',
      hint: {
        zh: '每個修法特徵一列：短內容以一句話概括，內容則摘錄相關條文。',
        en: 'One row per act feature: the short content is one sentence, the content quotes the articles.',
      },
    },
  },
  main: 'record_title',
  list: {
    columns: ['number', 'record_title', 'date', 'term_index', 'is_law', 'principle_sponsor_rep'],
    sort: ['date', 'DESC'],
  },
  search: ['principle_sponsor_gov_agency', 'principle_sponsor_caucus', 'principle_sponsor_rep', 'sponsors', 'tags'],
  details: ['date', 'term_index', 'principle_sponsor_gov_agency', 'principle_sponsor_caucus', 'principle_sponsor_rep'],
  filters: {
    st: {
      ...byTopic('st_questions', 'act_features', 'act'),
      readsOf: {
        'api::act.act': ['specific_topics'],
        'api::act-dir.act-dir': ['st'],
        'api::st-question.st-question': ['st'],
      },
    },
    act: byAct('act'),
    term: byTerm('term_index'),
    session: bySession('session_index'),
    principle_sponsor_party: {
      zh: '提案人的政黨',
      en: 'Party of the principal sponsor',
      of: 'api::party.party',
      reads: PRINCIPAL_SPONSOR,
      readsOf: { 'api::term.term': ['caucuses'], 'api::rep.rep': ['parties', 'terms'] },
    },
    principle_sponsor_type: {
      zh: '主提案者類別',
      en: 'Kind of principal sponsor',
      values: {
        gov_agency: { zh: '機關', en: 'Agency' },
        caucus: { zh: '黨團', en: 'Caucus' },
        rep: { zh: '委員', en: 'Representative' },
      },
      reads: PRINCIPAL_SPONSOR,
    },
    sponsor: { zh: '提案人', en: 'Sponsor', of: 'api::rep.rep', reads: ['principle_sponsor_rep', 'sponsors'] },
    cosponsor: { zh: '連署人', en: 'Cosponsor', of: 'api::rep.rep', reads: ['cosponsors'] },
    step: {
      zh: '審議進度',
      en: 'Progress',
      of: 'api::legislative-step.legislative-step',
      reads: ['legislative_steps'],
    },
  },
  groups: [
    {
      title: { zh: '基本資料', en: 'Basics' },
      rows: [
        { act: 6, version_no: 6 },
        { date: 6, is_law: 6 },
        { term_index: 4, session_index: 4, temp_session_index: 4 },
        { content: 12 },
        { data_source_link: 6, tags: 6 },
      ],
    },
    {
      title: { zh: '提案與連署', en: 'Sponsors' },
      rows: [
        { principle_sponsor_gov_agency: 4, principle_sponsor_caucus: 4, principle_sponsor_rep: 4 },
        { sponsors: 6, cosponsors: 6 },
      ],
    },
    { title: { zh: '審議進度', en: 'Progress' }, rows: [{ legislative_steps: 12 }, { progress_source_link: 12 }] },
    { title: { zh: '內容分析', en: 'Analysis' }, rows: [{ st_questions: 12 }, { act_features: 12 }] },
  ],
});
