import {
  arrayOf,
  computed,
  defineResource,
  eachRow,
  epochMs,
  exactInteger,
  integer,
  objectWith,
  ordinal,
  phrase,
  pick,
  pickAll,
  pickRows,
  range,
  ref,
  refs,
  relationOf,
  rows,
  rowsWith,
  shape,
  text,
  textList,
  toMany,
  uniqueIn,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/term/schema.json';

/** `第9屆`. */
const termTitle = phrase`第${'index'}屆`;

const SUMMARY = 'id name abbreviation color emblem';
const parties = pickAll('parties', SUMMARY);
const caucus = pick('caucus', SUMMARY);

const CAUCUS = { caucus, parties };

/** The caucuses of a term without their parties, as in list rows. */
const flatCaucuses = computed(
  (term) => toMany(term, 'caucuses', caucus),
  (model) => arrayOf(caucus.schema(relationOf(model, 'caucuses').to)),
);

const SESSION_ROW = {
  session_index: ordinal().required(),
  temp_session_index: ordinal().required(),
  start_date: epochMs().means('termDate').required(),
  end_date: epochMs().means('termDate').required(),
};

const CAUCUS_ROW = {
  caucus: ref('caucus').required(),
  parties: refs('party').required(),
};

const DISTRICT_ROW = {
  name: text().required(),
  abbreviation: text().required(),
  zone_name: text().required(),
  index: integer().required(),
  neighborhoods: textList(),
};

export const term = defineResource(schema, {
  path: '/console/lab/terms',
  title: termTitle,
  key: { name: 'index', attribute: 'index', field: ordinal().required() },
  order: ['-index'],
  timestamps: 'epochMs',
  fields: {
    start_date: epochMs().required(),
    end_date: epochMs().required(),
    sessions: rows(SESSION_ROW).required(),
    parties: refs('party').required(),
    caucuses: rows(CAUCUS_ROW).required(),
    districts: rows(DISTRICT_ROW).required(),
  },
  filters: { term: exactInteger('index', 'index of a term') },
  rules: [
    range('start_date', 'end_date'),
    eachRow('sessions', range('start_date', 'end_date')),
    uniqueIn('sessions', 'session_index', 'temp_session_index'),
    uniqueIn('caucuses', 'caucus'),
    uniqueIn('districts', 'name'),
  ],
  row: shape('index start_date end_date sessions', { parties, caucuses: flatCaucuses }, 'districts'),
  detail: shape('index start_date end_date sessions', { parties, caucuses: pickRows('caucuses', CAUCUS) }, 'districts'),
});

/** The rows of a term in their own lists. */
export const TERM_ROWS = {
  session: objectWith(rowsWith(SESSION_ROW, {})),
  caucus: objectWith(CAUCUS),
  district: objectWith(rowsWith(DISTRICT_ROW, {})),
};
