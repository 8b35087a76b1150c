import { implied, integer, jsonRows, oneOf, ordinal, ref, refs, rows, tags, text } from '../../fields';
import { children } from '../../fields/children';
import { parseContext } from '../../fields/parse-context';
import type { NamedRecord } from '../../resource/name-fields';
import { register } from '../../resource/registry';
import { defineResource } from '../../resource/resource';
import { namesFrom } from './names';
import { mergeNameFaults, resolveNames } from './resolve-names';

/** The schema of a content type with these attributes. */
const schemaOf = <Name extends string>(singularName: string, ...names: Name[]) => ({
  info: { singularName },
  attributes: Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, object>,
});

const named = { row: [], fields: { name: text() } };
const party = defineResource(schemaOf('party', 'name'), { ...named, path: '/parties', names: ['name'] });
const tag = defineResource(schemaOf('tag', 'name'), { ...named, path: '/tags', names: ['name'] });
const agency = defineResource(schemaOf('agency', 'name'), { ...named, path: '/agencies', names: ['name'] });
const act = defineResource(schemaOf('act', 'title', 'official_seq_no'), {
  path: '/acts',
  names: ['title', 'official_seq_no'],
  fields: { title: text(), official_seq_no: text() },
  row: [],
});
const rep = defineResource(schemaOf('rep', 'name', 'terms', 'parties'), {
  path: '/reps',
  names: { fields: ['name'], tieBreakers: ['terms.term_index', 'parties.party'] },
  fields: { name: text(), terms: rows({ term_index: ordinal() }), parties: rows({ party: ref('party') }) },
  row: [],
});
const question = defineResource(schemaOf('question', 'question', 'st'), {
  path: '/questions',
  names: { fields: ['question'], scope: ['st'] },
  fields: { question: text(), st: ref('topic') },
  row: [],
});
const topic = defineResource(schemaOf('topic', 'title', 'questions'), {
  path: '/topics',
  names: ['title'],
  fields: {
    title: text(),
    questions: children({ kind: 'question', parent: 'st', match: 'question', fields: { question: text() } }),
  },
  row: [],
});
const bill = defineResource(
  schemaOf(
    'bill',
    'act',
    'term_index',
    'by_agency',
    'by_rep',
    'sponsors',
    'before',
    'tags',
    'answers',
    'scores',
    'history',
  ),
  {
    path: '/bills',
    fields: {
      act_id: ref('act'),
      term_index: ordinal(),
      ...oneOf({ attribute: 'by', options: { agency: 'agency', rep: 'rep' }, names: { type: 'by_type', id: 'by_id' } }),
      sponsors: refs('rep'),
      before: ref('bill'),
      tags: tags('tag'),
      answers: rows({
        st_id: implied('question_id', 'question', 'st'),
        question_id: ref('question'),
        position: text(),
      }),
      scores: jsonRows({ rep: ref('rep'), parts: jsonRows({ act_id: ref('act'), score: integer() }) }),
      history: rows({ term_index: ordinal(), speaker: ref('rep') }),
    },
    row: [],
  },
);

const person = (number: number, name: string, terms: number[], party: number): NamedRecord => ({
  publicId: number,
  names: { name },
  qualifiers: { 'terms.term_index': terms, 'parties.party': [party] },
});
const one = (number: number, names: Record<string, string>, qualifiers: NamedRecord['qualifiers'] = {}) => ({
  publicId: number,
  names,
  qualifiers,
});

const STORED: Record<string, NamedRecord[]> = {
  party: [one(1, { name: '甲黨' }), one(2, { name: '乙黨' })],
  tag: [one(1, { name: '長照' }), one(2, { name: '勞動' }), one(3, { name: '勞動' })],
  agency: [one(1, { name: '行政院' })],
  act: [
    one(1, { title: '長期照顧服務法', official_seq_no: '01217' }),
    one(2, { title: '臺灣省政府組織條例', official_seq_no: '90167' }),
    one(3, { title: '台灣省政府組織條例', official_seq_no: '未編號' }),
    one(4, { title: '預算法', official_seq_no: '未編號' }),
  ],
  rep: [
    person(5, '王明', [1], 1),
    person(6, '王明', [5, 6], 2),
    person(7, '王明', [6], 2),
    person(8, '瓦歷斯‧貝林', [5], 1),
    person(9, '李　敖', [5], 1),
  ],
  topic: [one(1, { title: '長照' }), one(2, { title: '托育' })],
  question: [
    one(1, { question: '贊成？' }, { st: [1] }),
    one(2, { question: '贊成？' }, { st: [2] }),
    one(3, { question: '加稅？' }, { st: [1] }),
  ],
};

const open = () => {
  register({ resources: [party, tag, agency, act, rep, question, topic, bill], views: [], endpoints: [] });
  return namesFrom(async ({ kind }) => STORED[kind] ?? []);
};

const resolve = async (value: unknown, names = open(), stored = {}) => {
  const at = parseContext();
  const answer = await resolveNames(bill, value, names, at, stored);
  return { value: answer, faults: at.findings.faults.map(({ path, code, message }) => `${path} ${code} ${message}`) };
};

describe('names in place of identifiers', () => {
  it.each<[string, object, object]>([
    ['a title', { act_id: '長期照顧服務法' }, { act_id: 1 }],
    ['an official number', { act_id: '01217' }, { act_id: 1 }],
    ['another form of a name', { sponsors: ['瓦歷斯．貝林', '李敖'] }, { sponsors: [8, 9] }],
    ['the exact spelling, of two similar ones', { act_id: '臺灣省政府組織條例' }, { act_id: 2 }],
    ['a number as an object', { act_id: { official_seq_no: '90167' } }, { act_id: 2 }],
    ['two fields together', { act_id: { title: '預算法', official_seq_no: '未編號' } }, { act_id: 4 }],
    ['one of several kinds', { by_type: 'agency', by_id: '行政院' }, { by_type: 'agency', by_id: 1 }],
    ['a person of another kind', { by_type: 'rep', by_id: '李敖' }, { by_type: 'rep', by_id: 9 }],
    ['a person of the term', { term_index: 1, sponsors: ['王明'] }, { term_index: 1, sponsors: [5] }],
    ['a person of the term as text', { term_index: '5', sponsors: ['王明'] }, { term_index: '5', sponsors: [6] }],
    ['a person with a term', { sponsors: [{ name: '王明', term_index: 5 }] }, { sponsors: [6] }],
    [
      'a person of the term of the row',
      { term_index: 5, history: [{ term_index: 1, speaker: '王明' }, { speaker: '王明' }] },
      { term_index: 5, history: [{ term_index: 1, speaker: 5 }, { speaker: 6 }] },
    ],
    [
      'a question within its topic',
      { answers: [{ st_id: '托育', question_id: '贊成？', position: '是' }] },
      { answers: [{ st_id: 2, question_id: 2, position: '是' }] },
    ],
    ['a question that is the only one', { answers: [{ question_id: '加稅？' }] }, { answers: [{ question_id: 3 }] }],
    [
      'rows within rows',
      { scores: [{ rep: '李敖', parts: [{ act_id: '預算法', score: 1 }] }] },
      { scores: [{ rep: 9, parts: [{ act_id: 4, score: 1 }] }] },
    ],
  ])('%s', async (_, value, expected) => {
    expect(await resolve(value)).toEqual({ value: expected, faults: [] });
  });

  it('leaves values that are not names', async () => {
    const value = {
      act_id: '3',
      sponsors: [5, '6', { id: 7, name: '王明' }, '-1', '', null],
      before: 'x',
      by_id: 'x',
    };
    const answer = await resolve(value);
    expect(answer).toEqual({ value, faults: [] });
    expect(answer.value).toBe(value);
    expect((await resolve(7)).value).toBe(7);
  });

  it('a negative number does not collide with a provisional id', async () => {
    expect((await resolve({ act_id: -1, sponsors: [5, { id: -2 }] })).value).toEqual({
      act_id: '-1',
      sponsors: [5, '-2'],
    });
  });

  it('lists similar names for an unknown one', async () => {
    const value = { act_id: '長期照護服務法', answers: [{ st_id: 2, question_id: '加稅？' }] };
    expect(await resolve(value)).toEqual({
      value,
      faults: [
        'act_id UNKNOWN_REFERENCE acts has no record named "長期照護服務法"; similar: "長期照顧服務法" (1)',
        'answers[0].question_id UNKNOWN_REFERENCE questions has no record named "加稅？" within st 托育 [2]; elsewhere: 3 (st 長照 [1])',
      ],
    });
  });

  it('lists the records of an ambiguous name', async () => {
    const { faults } = await resolve({ term_index: 6, sponsors: ['王明', 8, '王明'], act_id: '未編號' });
    expect(faults).toEqual([
      'act_id AMBIGUOUS acts has 2 records named "未編號": 3 "台灣省政府組織條例", 4 "預算法"; give the identifier of one',
      ...['sponsors[0]', 'sponsors[2]'].map(
        (path) =>
          `${path} AMBIGUOUS reps has 2 records named "王明": 6 (term_index 5, 6; party 乙黨 [2]), 7 (term_index 6; party 乙黨 [2]); give the identifier of one`,
      ),
    ]);
  });

  it('names the fields that would tell the records apart', async () => {
    const { faults } = await resolve({ sponsors: ['王明'], answers: [{ question_id: '贊成？' }] });
    expect(faults.map((fault) => fault.replace(/^.*; /, ''))).toEqual([
      'give the identifier of one, or its term_index',
      'give the identifier of one, or its st',
    ]);
  });

  it('takes fields that a partial record lacks from the stored record', async () => {
    expect((await resolve({ sponsors: ['王明'] }, open(), { term_index: 5 })).value).toEqual({ sponsors: [6] });
  });

  it('digits with leading zeros are an identifier where no name has digits only', async () => {
    expect(await resolve({ sponsors: ['007'] })).toEqual({ value: { sponsors: ['007'] }, faults: [] });
    expect((await resolve({ act_id: '00001' })).faults).toHaveLength(1);
  });

  it('a fault of a name replaces the fault of parsing at the same path', () => {
    const fault = (path: string, message: string) => ({ path, code: 'INVALID_TYPE' as const, message });
    expect(mergeNameFaults([fault('a', 'one')], [fault('a', 'two'), fault('b', 'three')])).toEqual([
      fault('a', 'one'),
      fault('b', 'three'),
    ]);
  });
});

describe('names of tags', () => {
  it('mean stored tags, the first of several; new tags get the first spelling', async () => {
    const names = open();
    expect((await resolve({ tags: ['長照 ', '勞動', ' 臺灣', 3, '台 灣'] }, names)).value).toEqual({
      tags: [1, 2, '臺灣', 3, '臺灣'],
    });
  });

  it('are dropped where the list also has the tag by its identifier', async () => {
    expect((await resolve({ tags: ['長照', 1, 2] })).value).toEqual({ tags: [1, 2] });
  });
});

describe('names in an import', () => {
  it('are known before and after a kind is loaded', async () => {
    const names = open();
    names.add('act', -1, { title: '新法', official_seq_no: 4711 });
    expect((await resolve({ act_id: '新法' }, names)).value).toEqual({ act_id: -1 });
    names.add('act', 10, { title: '更新的法' });
    expect((await resolve({ act_id: '更新的法' }, names)).value).toEqual({ act_id: 10 });
    expect((await resolve({ act_id: { official_seq_no: '4711' } }, names)).value).toEqual({ act_id: -1 });
  });

  it('replace stored names', async () => {
    const names = open();
    names.add('rep', 6, { name: '王大明' });
    expect((await resolve({ term_index: 6, sponsors: ['王明', '王大明'] }, names)).value).toMatchObject({
      sponsors: [7, 6],
    });
    names.add('rep', 6, { terms: [{ term_index: '9' }] });
    names.add('rep', 7, { name: '王大明', terms: [] });
    expect((await resolve({ term_index: 9, sponsors: ['王大明'] }, names)).value).toMatchObject({ sponsors: [6] });
  });

  it('name children, in their parents and as records of their own', async () => {
    const names = open();
    names.add('topic', -1, { title: '新題', questions: [{ id: 20, question: '贊成？' }, { question: '無號？' }] });
    names.add('question', -2, { question: '加稅？', st: '新題' });
    const answers = [
      { st_id: '新題', question_id: '贊成？' },
      { st_id: '新題', question_id: '加稅？' },
    ];
    expect(await resolve({ answers }, names)).toEqual({
      value: {
        answers: [
          { st_id: -1, question_id: 20 },
          { st_id: -1, question_id: -2 },
        ],
      },
      faults: [],
    });
  });

  it('two new records of one name are listed as new', async () => {
    const names = open();
    for (const number of [-1, -2]) names.add('act', number, { title: '新法' });
    expect((await resolve({ act_id: '新法' }, names)).faults).toEqual([
      'act_id AMBIGUOUS acts has 2 records named "新法": new, new; give the identifier of one',
    ]);
  });
});
