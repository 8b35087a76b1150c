import type { Json, JsonObject } from '../../../../../common/json';
import type { Schema } from '../fields/field';
import type { ParseContext } from '../fields/parse-context';
import type { Sql } from '../sql/sql';
import type { Access } from './resource';

/** A query parameter: how its text is parsed, and whether it is required. */
export interface Parameter {
  parse(text: string, context: ParseContext): Json | undefined;
  isRequired?: boolean;
  /** Not in the specification. */
  isExtension?: boolean;
  description: string;
  schema: { [key: string]: Json };
}

/** A read that is not a list of a resource: `GET /c0ngress/date_to_term`. One statement. */
export interface View {
  /** Name of the controller on the roles page, and the API (content type) that it is listed under. */
  name: string;
  api: string;
  path: string;
  access: Access;
  description: string;
  /** Not in the specification; the API description says so. */
  isExtension?: boolean;
  /** Example values for the API description, by the names of parameters and fields. */
  example?(): JsonObject;
  parameters: Record<string, Parameter>;
  /** `rows`: a list; the query returns a column `row` for each. `one`: the single `row` that the query always returns. */
  answers: 'rows' | 'one';
  /** The schema of a row, or of the single answer. */
  schema(): Schema;
  /** The query; `value` returns the placeholder of a parameter, or undefined if the request does not give it. */
  query(value: (name: string) => Sql | undefined): Sql;
}

/** Declares a view. */
export const defineView = (view: View): View => view;
