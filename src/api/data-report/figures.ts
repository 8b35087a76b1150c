import {
  arrayOf,
  column,
  computed,
  joinWithSteps,
  relationOf,
  sql,
  summary,
  summarySchema,
} from '../../plugins/rostra/server/src/declare';

const SHOWN = 'id status slug type image title';

/** The figures of a report, in the order of their index. */
export const figuresInOrder = computed(
  (report) => {
    const { target, source, steps } = joinWithSteps(report, ['figures', 'figure']);
    const [row] = steps;
    if (!row) throw new Error('a report has rows of figures');
    return sql`(select coalesce(json_agg(${summary(target, SHOWN)} order by ${column(row.target, 'index')}, ${row.order}), '[]'::json) ${source})`;
  },
  (model) => arrayOf(summarySchema(relationOf(relationOf(model, 'figures').to, 'figure').to, SHOWN)),
);
