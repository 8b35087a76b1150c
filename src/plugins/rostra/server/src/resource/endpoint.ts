import type { Readable } from 'node:stream';
import type { Json, JsonObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import type { Field, Schema } from '../fields/field';

import type { Access } from './resource';
import type { Parameter } from './view';

/** An answer before it is sent: JSON text, whole or as it comes; what `type` says; or none. */
export interface Answer {
  status: number;
  body?: string | Buffer | Readable;
  /** The content type of what is no JSON. */
  type?: string;
  headers: Record<string, string>;
}

/** What an operation of its own is told of a request. */
export interface Call {
  principal: Principal;
  /** The decoded parts of the path by their names. */
  path: Record<string, string>;
  /** The values of its parameters. */
  query: Record<string, Json>;
  /** Canonical values of the fields of its body; none when it had none. */
  values: JsonObject;
  /** Paths of fields that it does not know (decisions, 2.6). */
  ignored: string[];
  /** Whether the times of creation and last change are asked for (decisions, 3.7). */
  isFull: boolean;
  /** Whether a person with a browser asks, who would rather have a page than JSON. */
  prefersPage(): boolean;
}

/** An operation of its own, neither a read nor a write of one resource: `GET …/emails/:emailID/request_verification`. */
export interface Endpoint {
  /** The API (folder below `src/api`) and the name of the action that the roles page shows it under. */
  api: string;
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  description: string;
  /** Values by the names of parts, parameters and fields, for the examples of the description. */
  example?(): JsonObject;
  /** What the parts of the path mean. */
  parts: Record<string, { description: string; schema: Schema }>;
  parameters: Record<string, Parameter>;
  /** The fields of its body; none when it has no body. */
  body?: Record<string, Field>;
  /** The body may be missing. */
  isBodyOptional?: boolean;
  /** Answers a page, too, to browsers. */
  hasPage?: boolean;
  /** Answers what there is and does nothing else: it takes what lists take, and its answer carries an entity tag. */
  isList?: boolean;
  /** Its good answer: status and schema, null for an empty one. */
  answers: { status: number; schema: () => Schema | null };
  /** Answers to errors beside those of every operation, with what they mean. */
  failures: Record<number, string>;
  /** Does it. Errors: of the catalogue. */
  answer(call: Call): Promise<Answer>;
}

/** Declares an operation of its own. */
export const defineEndpoint = (endpoint: Omit<Endpoint, 'parameters'> & Partial<Endpoint>): Endpoint => ({
  parameters: {},
  ...endpoint,
});
