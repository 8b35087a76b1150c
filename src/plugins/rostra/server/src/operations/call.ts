import { isObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import { errors } from '../errors/errors';
import { parseContext } from '../fields/parse-context';
import { parseRow } from '../fields/rows';
import type { Call, Endpoint } from '../resource/endpoint';
import { isDryRun } from './dry-run';
import { LIST_PARAMETERS, parsePage, parseParameters, type Query } from './query';

/** The parts of a request that a custom endpoint reads. */
interface RequestParts {
  principal: Principal;
  path: Record<string, string>;
  query: Query;
  body: unknown;
  prefersPage(): boolean;
}

/** Parses a request as its endpoint declares it. Errors: INVALID_INPUT with every fault of query and body. */
export function parseCall(endpoint: Endpoint, { principal, path, query, body, prefersPage }: RequestParts): Call {
  const context = parseContext();
  const { faults, ignored } = context.findings;
  const parameters = parseParameters(
    endpoint.parameters,
    query,
    context.findings,
    endpoint.isList ? LIST_PARAMETERS : new Set(),
  );
  if (endpoint.isList) parsePage(query.get('page')?.[0], context.findings);
  const isAbsent = body === undefined && (endpoint.isBodyOptional || !endpoint.body);
  const values = isAbsent
    ? {}
    : (parseRow(endpoint.body ?? {}, isObject(body) || endpoint.body ? body : {}, context) ?? {});
  if (faults.length > 0) throw errors.invalidInput(faults);
  return {
    principal,
    path,
    query: parameters,
    isDryRun: isDryRun(endpoint, query),
    values,
    ignored,
    isFull: query.has('full'),
    prefersPage,
  };
}
