import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/topic-relation/schema.json';

const from = { zh: '起點只能選一個。', en: 'Choose only one start.' };
const to = { zh: '終點只能選一個。', en: 'Choose only one end.' };

export const topicRelation = definePanel<typeof schema>({
  uid: 'api::topic-relation.topic-relation',
  name: { zh: '議題關聯', en: 'Topic relation' },
  plural: { zh: '議題關聯', en: 'Topic relations' },
  summary: {
    zh: '母題、子題、法律、議案與表決之間的關聯。',
    en: 'How topics, acts, bills and votes relate to each other.',
  },
  task: 'topics',
  fields: {
    from_general_topic: { zh: '起點：母題', en: 'From: general topic', hint: from },
    from_specific_topic: { zh: '起點：子題', en: 'From: specific topic', hint: from },
    from_act: { zh: '起點：法律', en: 'From: act', hint: from },
    from_bill: { zh: '起點：議案', en: 'From: bill', hint: from },
    from_vote: { zh: '起點：表決', en: 'From: vote', hint: from },
    from_other_type: {
      zh: '起點：其他種類',
      en: 'From: other kind',
      hint: { zh: '本系統未收錄的種類，須與編號一併填寫。', en: 'A kind without records here; requires its number.' },
    },
    from_other_id: { zh: '起點：其他編號', en: 'From: other number' },
    to_general_topic: { zh: '終點：母題', en: 'To: general topic', hint: to },
    to_specific_topic: { zh: '終點：子題', en: 'To: specific topic', hint: to },
    to_act: { zh: '終點：法律', en: 'To: act', hint: to },
    to_bill: { zh: '終點：議案', en: 'To: bill', hint: to },
    to_vote: { zh: '終點：表決', en: 'To: vote', hint: to },
    to_other_type: {
      zh: '終點：其他種類',
      en: 'To: other kind',
      hint: { zh: '本系統未收錄的種類，須與編號一併填寫。', en: 'A kind without records here; requires its number.' },
    },
    to_other_id: { zh: '終點：其他編號', en: 'To: other number' },
    is_directional: {
      zh: '有方向',
      en: 'One-way',
      hint: { zh: '「是」表示只由起點指向終點。', en: 'True if the relation leads only from the start to the end.' },
    },
    weight: {
      zh: '權重',
      en: 'Weight',
      hint: { zh: '數字越大，關聯越強。', en: 'The larger, the stronger the relation.' },
    },
    description: { zh: '說明', en: 'Description' },
  },
  main: 'record_title',
  list: { columns: ['number', 'record_title', 'is_directional', 'weight', 'description'], sort: ['number', 'ASC'] },
  groups: [
    { title: { zh: '關聯', en: 'Relation' }, rows: [{ is_directional: 6, weight: 6 }, { description: 12 }] },
    {
      title: { zh: '起點', en: 'From' },
      rows: [
        { from_general_topic: 6, from_specific_topic: 6 },
        { from_act: 4, from_bill: 4, from_vote: 4 },
        { from_other_type: 8, from_other_id: 4 },
      ],
    },
    {
      title: { zh: '終點', en: 'To' },
      rows: [
        { to_general_topic: 6, to_specific_topic: 6 },
        { to_act: 4, to_bill: 4, to_vote: 4 },
        { to_other_type: 8, to_other_id: 4 },
      ],
    },
  ],
});
