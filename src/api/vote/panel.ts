import {
  sessionIndex,
  specificTopic,
  tags,
  tempSessionIndex,
  termIndex,
} from '../../plugins/newsroom/shared/common-fields';
import { bySession, byTerm, byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/vote/schema.json';

const oneListOnly = { zh: '同一位委員只能出現在一個名單。', en: 'A member may appear in only one of the lists.' };

export const vote = definePanel<typeof schema>({
  uid: 'api::vote.vote',
  name: { zh: '表決', en: 'Vote' },
  plural: { zh: '記名表決', en: 'Roll-call votes' },
  summary: {
    zh: '院會記名表決：贊成、反對、棄權與未投票的委員。',
    en: 'Roll calls of the Yuan sitting: how each member voted.',
  },
  task: 'positions',
  fields: {
    st: specificTopic,
    date: { zh: '表決日期', en: 'Date' },
    term_index: termIndex,
    session_index: sessionIndex,
    temp_session_index: tempSessionIndex,
    title: {
      zh: '表決案由',
      en: 'Title',
      hint: { zh: '以一句話說明表決事項。', en: 'What was voted on, in one sentence.' },
    },
    content: {
      zh: '表決內容',
      en: 'Content',
      hint: { zh: '議事錄所載的內容與結果。', en: 'The content and result according to the minutes.' },
    },
    aye: { zh: '贊成', en: 'Aye', hint: oneListOnly },
    nay: { zh: '反對', en: 'Nay', hint: oneListOnly },
    abstain: { zh: '棄權', en: 'Abstain', hint: oneListOnly },
    absence: { zh: '未投票', en: 'Absence', hint: oneListOnly },
    community_link: { zh: '社群討論連結', en: 'Community link' },
    source_link: {
      zh: '資料來源連結',
      en: 'Source link',
      hint: { zh: '議事錄或公報的網址。', en: 'Address of the minutes or gazette.' },
    },
    tags,
  },
  main: 'record_title',
  list: {
    columns: ['number', 'date', 'title', 'aye', 'nay', 'abstain', 'absence', 'st', 'term_index', 'session_index'],
    sort: ['date', 'DESC'],
  },
  search: ['tags'],
  details: ['date', 'term_index', 'st'],
  filters: {
    st: byTopic('st'),
    term: byTerm('term_index'),
    session: bySession('session_index'),
    voter: { zh: '投票的委員', en: 'Voter', of: 'api::rep.rep', reads: ['aye', 'nay', 'abstain', 'absence'] },
    voted: {
      zh: '這位委員的票',
      en: 'How this member voted',
      values: {
        aye: { zh: '贊成', en: 'Aye' },
        nay: { zh: '反對', en: 'Nay' },
        abstain: { zh: '棄權', en: 'Abstain' },
        absence: { zh: '未投票', en: 'Absent' },
      },
      reads: ['aye', 'nay', 'abstain', 'absence'],
    },
  },
  groups: [
    {
      title: { zh: '基本資料', en: 'Basics' },
      rows: [
        { title: 12 },
        { date: 6, st: 6 },
        { term_index: 4, session_index: 4, temp_session_index: 4 },
        { content: 12 },
        { tags: 12 },
      ],
    },
    {
      title: { zh: '記名表決名單', en: 'Roll call' },
      rows: [
        { aye: 6, nay: 6 },
        { abstain: 6, absence: 6 },
      ],
    },
    { title: { zh: '資料來源', en: 'Sources' }, rows: [{ source_link: 6, community_link: 6 }] },
  ],
});
