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
export function publicList(resource: Resource, path: string): View {
  return defineView({
    name: `public-${resource.kind}`,
    api: resource.kind,
    path,
    access: 'public',
    description: `Every record of ${resource.name}, for pickers.`,
    isExtension: true,
    parameters: {},
    answers: 'rows',
    schema: () => summarySchema(modelOf(resource.uid), fieldsOf(resource)),
    query: () => {
      const scope = scopeOf(resource.uid);
      return sql`select ${summary(scope, fieldsOf(resource))}::text from ${tableOf(scope)} order by ${column(scope, resource.key.attribute)}`;
    },
  });
}

/** The plain fields of a list row. */
const fieldsOf = (resource: Resource): string => resource.row.filter((part) => typeof part === 'string').join(' ');
