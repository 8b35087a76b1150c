import {
  column,
  defineView,
  from,
  open,
  type Resource,
  type Sql,
  sql,
  summary,
  type View,
} from '../plugins/rostra/server/src/declare';

/** The rows of a resource once more as a public list, for pickers outside the console (decisions, 7). */
export function publicList(of: Resource, path: string): View {
  return defineView({
    name: `public-${of.kind}`,
    api: of.kind,
    path,
    access: 'public',
    description: `Every record of ${of.name}, for pickers.`,
    parameters: {},
    answers: 'rows',
    query: () => {
      const scope = open(of.uid);
      return sql`select ${rowOf(of, scope)}::text from ${from(scope)} order by ${column(scope, of.key.attribute)}`;
    },
  });
}

const rowOf = (of: Resource, scope: ReturnType<typeof open>): Sql =>
  summary(scope, of.row.filter((part) => typeof part === 'string').join(' '));
