import Router from 'find-my-way';
import { errors } from '../errors/errors';
import { INT32_MAX } from '../fields/integer';
import type { PageRoute, Route } from './routes';
import { isStorable } from './well-formed';

/** The operation that a request calls, with the parts of its path. */
export interface RouteMatch {
  route: Route | PageRoute;
  parameters: Record<string, string | undefined>;
}

/** Finds the operation for a method and a path; case and slashes matter. Errors: NOT_FOUND, METHOD_NOT_ALLOWED. */
export type Matcher = (method: string, path: string) => RouteMatch;

/** Maximum length of a part of a path, in encoded characters: a user name has up to 255, all of which may be encoded. */
const MAX_PART_LENGTH = 4_000;

/** Compiles the table of operations. */
export function matcher(routes: (Route | PageRoute)[]): Matcher {
  const router = Router({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: MAX_PART_LENGTH,
  });
  const byPath = new Map<string, Map<string, Route | PageRoute>>();
  for (const route of routes) {
    const methods = byPath.get(route.path) ?? new Map<string, Route | PageRoute>();
    byPath.set(route.path, methods.set(route.method, route));
  }
  for (const [path, methods] of byPath) router.on('GET', path, () => undefined, methods);
  return (method, path) => {
    const match = router.find('GET', path);
    if (!match || !Object.entries(match.params).every(isValidPart)) throw errors.notFound();
    const methods = match.store as Map<string, Route | PageRoute>;
    const route = method === 'HEAD' ? headOf(methods) : methods.get(method);
    if (!route) throw errors.methodNotAllowed(allowedMethods(methods));
    return { route, parameters: match.params };
  };
}

/** Whether a stored value can match a part of a path. A token need not: invalid ones have an answer of their own. */
const isValidPart = ([name, text]: [string, string | undefined]): boolean =>
  text !== undefined && text !== '' && (name === 'token' || isStorable(text));

/** HEAD is GET without the body and must be safe: a GET that changes something has no HEAD. */
function headOf(methods: Map<string, Route | PageRoute>): Route | PageRoute | undefined {
  const route = methods.get('GET');
  return route && 'target' in route && 'endpoint' in route.target && !route.target.endpoint.isList ? undefined : route;
}

function allowedMethods(methods: Map<string, Route | PageRoute>): string[] {
  const names = [...methods.keys()];
  return headOf(methods) ? ['GET', 'HEAD', ...names.filter((name) => name !== 'GET')] : names;
}

/** Parses the public id in a path: a canonical 32-bit integer, else undefined (conventions 4.6). A term's index may be 0. */
export function publicIdIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const publicId = Number(text);
  return publicId <= INT32_MAX ? publicId : undefined;
}
