import type { Json, JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';
import type { Input } from '../fields/input';
import type { Sql } from '../sql/sql';
import type { Access } from './resource';

/** A query parameter: how its text is read, and whether the request must have it. */
export interface Parameter {
  parse(text: string, at: Input): Json | undefined;
  isRequired?: boolean;
  /** The specification does not have it. */
  isExtension?: boolean;
  description: string;
  schema: { [key: string]: Json };
}

/** A read of its own that is no list of a resource: `GET /c0ngress/date_to_term`. One statement. */
export interface View {
  /** Name of the controller that the roles page shows, and the content type's API it is shown under. */
  name: string;
  api: string;
  path: string;
  access: Access;
  description: string;
  /** The specification does not have it (decisions, 7); the description says so. */
  isExtension?: boolean;
  /** Values by the names of parameters and fields, for the examples of the description. */
  example?(): JsonObject;
  parameters: Record<string, Parameter>;
  /** `rows`: a list answer, the query gives a column `row` for each; `one`: the query's one `row`, which is always there. */
  answers: 'rows' | 'one';
  /** The schema of a row, or of the one answer. */
  schema(): Schema;
  /** The query; `given` answers the place of a parameter's value, or undefined when the request has none. */
  query(given: (name: string) => Sql | undefined): Sql;
}

/** Declares a read of its own. */
export const defineView = (view: View): View => view;
