import {
  aliasOf,
  arrayOf,
  column,
  computed,
  defineResource,
  joinWithSteps,
  oneOf,
  ordinal,
  pick,
  pickOneOf,
  ref,
  refersTo,
  relationOf,
  rows,
  shape,
  sql,
  summary,
  summarySchema,
  text,
  uniqueIn,
} from '../../plugins/rostra/server/src/declare';
import { dataSet } from '../data-set';
import schema from './content-types/data-report/schema.json';

const FIGURE_DATA_SET = dataSet('figure_data_set');

const beginning = 'id name version_no slug term_index';
const st = pick('st', 'id title');

const SHOWN = 'id status slug type image title';

/** The figures of a report, in the order of their index. */
const figuresInOrder = computed(
  (report) => {
    const { target, source, steps } = joinWithSteps(report, ['figures', 'figure']);
    const [row] = steps;
    if (!row) throw new Error('a report has rows of figures');
    return sql`(select coalesce(json_agg(${summary(target, SHOWN)} order by ${column(row.target, 'index')}, ${row.order}), '[]'::json) ${source})`;
  },
  (model) => arrayOf(summarySchema(relationOf(relationOf(model, 'figures').to, 'figure').to, SHOWN)),
);

export const dataReport = defineResource(schema, {
  path: '/console/lab/data_reports',
  singularPath: '/console/lab/data_report',
  fields: {
    status: text().required().in('record_status'),
    slug: text().means('slug'),
    type: text().required(),
    image: text(),
    title: text().required(),
    st_id: ref('specific-topic').required(),
    ...oneOf(FIGURE_DATA_SET),
    figures: rows(
      { id: ref('figure', 'unlist').required().in('figure'), index: ordinal().required() },
      { by: 'index' },
    ),
  },
  filters: { st: refersTo('st', 'identifier of a specific topic') },
  rules: [uniqueIn('figures', 'id')],
  row: shape(
    'id status slug type image title',
    {
      st: pick('st', 'id title image index'),
    },
    'figure_data_set_type',
    {
      figure_data_set: pickOneOf(FIGURE_DATA_SET, {
        LAB_Bill_Data_Set: shape(beginning, 'start_date end_date', {
          st,
          act: pick('act', 'id title'),
          act_dir: pick('act_dir', 'id name'),
        }),
        LAB_Statement_Data_Set: shape(beginning, { state_date: aliasOf('start_date') }, 'end_date', {
          st,
          st_question: pick('st_question', 'id question'),
        }),
      }),
      figures: figuresInOrder,
    },
  ),
});
