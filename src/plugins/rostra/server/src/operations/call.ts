import { isObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import { errors } from '../errors/errors';
import { input } from '../fields/input';
import { parseRow } from '../fields/rows';
import type { Call, Endpoint } from '../resource/endpoint';
import { OF_LISTS, parsePage, parseParameters, type Query } from './query';

/** The parts of a request that an operation of its own reads. */
interface Asked {
  principal: Principal;
  path: Record<string, string>;
  query: Query;
  body: unknown;
  prefersPage(): boolean;
}

/** Reads a request as the operation declares it. Errors: INVALID_INPUT with every fault of query and body. */
export function callOf(of: Endpoint, { principal, path, query, body, prefersPage }: Asked): Call {
  const at = input();
  const { faults, ignored } = at.findings;
  const given = parseParameters(of.parameters, query, at.findings, of.isList ? OF_LISTS : new Set());
  if (of.isList) parsePage(query.get('page')?.[0], at.findings);
  const isAbsent = body === undefined && (of.isBodyOptional || !of.body);
  const values = isAbsent ? {} : (parseRow(of.body ?? {}, isObject(body) || of.body ? body : {}, at) ?? {});
  if (faults.length > 0) throw errors.invalidInput(faults);
  return { principal, path, query: given, values, ignored, isFull: query.has('full'), prefersPage };
}
