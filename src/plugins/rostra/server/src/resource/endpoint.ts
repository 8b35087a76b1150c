import type { Readable } from 'node:stream';
import type { Json, JsonObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import type { Field, Schema } from '../fields/field';
import type { Access } from './resource';
import type { Parameter } from './view';

/** An answer to send: JSON text, complete or streamed; another `type`; or no body. */
export interface Answer {
  status: number;
  body?: string | Buffer | Readable;
  /** The content type, unless the body is JSON. */
  type?: string;
  headers: Record<string, string>;
}

/** A request to a custom endpoint, parsed. */
export interface Call {
  principal: Principal;
  /** Decoded path parameters by name. */
  path: Record<string, string>;
  /** Values of the query parameters. */
  query: Record<string, Json>;
  /** Whether it only tries, and writes nothing: `?dry_run`. */
  isDryRun: boolean;
  /** Canonical values of the body's fields; empty without a body. */
  values: JsonObject;
  /** Paths of unknown fields (conventions 2.6). */
  ignored: string[];
  /** Whether the request asks for creation and update times (conventions 3.7). */
  isFull: boolean;
  /** Whether the client is a browser that prefers a page to JSON. */
  prefersPage(): boolean;
}

/** A custom endpoint, neither a read nor a write of one resource: `GET …/emails/:emailID/request_verification`. */
export interface Endpoint {
  /** The API (folder in `src/api`) and the name of the action, as the roles page shows them. */
  api: string;
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  /** Not in the specification; the API description says so. */
  isExtension?: boolean;
  description: string;
  /** Example values for the API description, by the names of path parameters, query parameters and fields. */
  example?(): JsonObject;
  /** Path parameters. */
  parts: Record<string, { description: string; schema: Schema }>;
  parameters: Record<string, Parameter>;
  /** The fields of the body; undefined without a body. */
  body?: Record<string, Field>;
  /** Whether the body may be missing. */
  isBodyOptional?: boolean;
  /** Whether browsers get a page. */
  hasPage?: boolean;
  /** A read without side effects: takes the parameters of lists, and its answer carries an entity tag. */
  isList?: boolean;
  /** The successful answer: status and schema; null for an empty body. */
  answers: { status: number; schema: () => Schema | null };
  /** Errors besides those of every operation: status and meaning. */
  failures: Record<number, string>;
  /** Handles a request. Errors: those of the catalogue (`errors`). */
  answer(call: Call): Promise<Answer>;
}

/** Declares a custom endpoint. */
export const defineEndpoint = (endpoint: Omit<Endpoint, 'parameters'> & Partial<Endpoint>): Endpoint => ({
  parameters: {},
  ...endpoint,
});
