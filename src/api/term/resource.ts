import {
  defineResource,
  type Expression,
  eachRow,
  epochMs,
  exactInteger,
  ordinal,
  pick,
  pickAll,
  pickRows,
  range,
  ref,
  refs,
  rows,
  shape,
  text,
  textList,
  toMany,
} from '../../plugins/rostra/server/src/declare';

const SUMMARY = 'id name abbreviation color emblem';
const parties = pickAll('parties', SUMMARY);
const caucus = pick('caucus', SUMMARY);

/** The caucuses of a term without their parties, as list rows have them. */
const flatCaucuses: Expression = (term) => toMany(term, 'caucuses', caucus);

export const term = defineResource('api::term.term', {
  path: '/console/lab/terms',
  key: { name: 'index', attribute: 'index', field: ordinal().required() },
  order: ['-index'],
  timestamps: 'epochMs',
  fields: {
    start_date: epochMs().required(),
    end_date: epochMs().required(),
    sessions: rows({
      session_index: ordinal().required(),
      temp_session_index: ordinal().required(),
      start_date: epochMs().required(),
      end_date: epochMs().required(),
    }).required(),
    parties: refs('party').required(),
    caucuses: rows({
      caucus: ref('caucus').required(),
      parties: refs('party').required(),
    }).required(),
    districts: rows({
      name: text().required(),
      abbreviation: text().required(),
      zone_name: text().required(),
      index: ordinal().required(),
      neighborhoods: textList(),
    }).required(),
  },
  filters: { term: exactInteger('index', 'index of a term') },
  rules: [range('start_date', 'end_date'), eachRow('sessions', range('start_date', 'end_date'))],
  row: shape('index start_date end_date sessions', { parties, caucuses: flatCaucuses }, 'districts'),
  detail: shape(
    'index start_date end_date sessions',
    { parties, caucuses: pickRows('caucuses', { caucus, parties }) },
    'districts',
  ),
});
