import type { Core } from '@strapi/strapi';

/** A query of row ids, with `$1`, `$2`, … for its values. */
export interface IdQuery {
  text: string;
  values: unknown[];
}

/**
 * A filter of Strapi's queries: the records whose rows a query of ours returns. Strapi takes a query of its database library in place of a list.
 * Checked with Strapi 5.54.0.
 */
export function inQuery(strapi: Pick<Core.Strapi, 'db'>, { text, values }: IdQuery): { id: { $in: unknown } } {
  const bindings: unknown[] = [];
  // The library knows values by question marks; those of the query itself are operators.
  const own = text.replaceAll('?', '\\?').replaceAll(/\$(\d+)/g, (_, index) => {
    bindings.push(values[Number(index) - 1]);
    return '?';
  });
  return { id: { $in: strapi.db.connection.raw(own, bindings as string[]) } };
}
