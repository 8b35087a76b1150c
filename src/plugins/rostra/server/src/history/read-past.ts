import type { JsonObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import { errors } from '../errors/errors';
import { parseContext } from '../fields/parse-context';
import { readInteger, readTimestamp } from '../filters';
import { answers } from '../http/answers';
import { parseParameters, type Query } from '../operations/query';
import type { Answer } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import type { Parameter } from '../resource/view';
import { run } from '../store/database';
import { type Moment, statesAt } from '../store/history/states';
import { mayReadHistory } from './rows';

/** The parameters that ask for a record as it was. */
export const PAST_PARAMETERS: Record<'at' | 'change', Parameter> = {
  at: {
    parse: readTimestamp,
    isExtension: true,
    description:
      'the record as it was at the end of this millisecond, so that a time of its history includes that change: epoch milliseconds or date-time text; references as identifiers',
    schema: { type: ['integer', 'string'] },
  },
  change: {
    parse: readInteger,
    isExtension: true,
    description: 'the record as it was after this change of its history; references as identifiers',
    schema: { type: 'integer' },
  },
};

/** Whether a query asks for a record as it was. */
export const isOfPast = (query: Query): boolean => Object.keys(PAST_PARAMETERS).some((name) => query.has(name));

/** What `readPast` reads of a request. */
interface PastRequest {
  principal: Principal;
  publicId: number | undefined;
  query: Query;
}

/**
 * Answers a record as it was: today's walked back through its history, in the form that a body accepts. Errors:
 * INVALID_INPUT; FORBIDDEN without permission to read the history; NOT_FOUND if it did not exist then.
 */
export async function readPast(resource: Resource, { principal, publicId, query }: PastRequest): Promise<Answer> {
  const moment = momentIn(query);
  if (!mayReadHistory(principal, resource))
    throw principal.kind === 'public' ? errors.unauthenticated() : errors.forbidden();
  if (publicId === undefined) throw errors.notFound();
  const state = (await statesAt(resource.name, [publicId], moment, run)).get(publicId);
  if (!state) throw errors.notFound();
  return answers.read(JSON.stringify(ordered(resource, publicId, state)));
}

function momentIn(query: Query): Moment {
  const { findings } = parseContext();
  const { at, change } = parseParameters(PAST_PARAMETERS, query, findings);
  if (at !== undefined && change !== undefined)
    parseContext('change', findings).fault('MISMATCH', 'cannot be combined with "at"');
  if (at === undefined && change === undefined && findings.faults.length === 0)
    parseContext('at', findings).fault('REQUIRED', 'is empty: give a time, or "change"');
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  return at === undefined ? { after: change as number } : { time: at as number };
}

/** A state as an object with its identifier, fields in the order of the declaration. */
const ordered = (resource: Resource, publicId: number, state: JsonObject): JsonObject =>
  Object.fromEntries(
    [[resource.key.name, publicId], ...Object.keys(resource.fields).map((name) => [name, state[name]])].filter(
      ([, value]) => value !== undefined,
    ),
  );
