import {
  column,
  defineView,
  modelOf,
  type Resource,
  scopeOf,
  sql,
  summary,
  summarySchema,
  tableOf,
  type View,
} from '../plugins/rostra/server/src/declare';

/** Declares the rows of a resource as a public list (conventions 7.5). */
export function publicList(of: Resource, path: string): View {
  return defineView({
    name: `public-${of.kind}`,
    api: of.kind,
    path,
    access: 'public',
    description: `Every record of ${of.name}, for pickers.`,
    isExtension: true,
    parameters: {},
    answers: 'rows',
    schema: () => summarySchema(modelOf(of.uid), fieldsOf(of)),
    query: () => {
      const scope = scopeOf(of.uid);
      return sql`select ${summary(scope, fieldsOf(of))}::text from ${tableOf(scope)} order by ${column(scope, of.key.attribute)}`;
    },
  });
}

/** The plain fields of a list row. */
const fieldsOf = (of: Resource): string => of.row.filter((part) => typeof part === 'string').join(' ');
