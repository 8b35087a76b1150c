import Router from 'find-my-way';
import { errors } from '../errors/errors';
import { INT32_MAX } from '../fields/integer';
import type { Page, Route } from './routes';
import { isStorable } from './well-formed';

/** The operation that a request means, and the identifier in its path. */
export interface Match {
  route: Route | Page;
  parameters: Record<string, string | undefined>;
}

/** Finds the operation for a method and a path: exact in case and slashes. Errors: NOT_FOUND, METHOD_NOT_ALLOWED. */
export type Matcher = (method: string, path: string) => Match;

/** The longest part of a path, in characters as they are sent: a user name of 255, each of them encoded. */
const LONGEST_PART = 4_000;

/** Compiles the table of operations. */
export function matcher(routes: (Route | Page)[]): Matcher {
  const router = Router({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: LONGEST_PART,
  });
  const byPath = new Map<string, Map<string, Route | Page>>();
  for (const route of routes) {
    const methods = byPath.get(route.path) ?? new Map<string, Route | Page>();
    byPath.set(route.path, methods.set(route.method, route));
  }
  for (const [path, methods] of byPath) router.on('GET', path, () => undefined, methods);
  return (method, path) => {
    const found = router.find('GET', path);
    if (!found || !Object.entries(found.params).every(isPart)) throw errors.notFound();
    const methods = found.store as Map<string, Route | Page>;
    const route = method === 'HEAD' ? headOf(methods) : methods.get(method);
    if (!route) throw errors.methodNotAllowed(allowed(methods));
    return { route, parameters: found.params };
  };
}

/** Whether a part of a path can name anything that is stored. A token names nothing: a wrong one has an answer of its own. */
const isPart = ([name, text]: [string, string | undefined]): boolean =>
  text !== undefined && text !== '' && (name === 'token' || isStorable(text));

/** HEAD is a GET without body, and changes nothing: a GET that does something has none. */
function headOf(methods: Map<string, Route | Page>): Route | Page | undefined {
  const route = methods.get('GET');
  return route && 'of' in route && 'endpoint' in route.of && !route.of.endpoint.isList ? undefined : route;
}

function allowed(methods: Map<string, Route | Page>): string[] {
  const names = [...methods.keys()];
  return headOf(methods) ? ['GET', 'HEAD', ...names.filter((name) => name !== 'GET')] : names;
}

/** The identifier in a path: an integer within 32 bits as it is written, else none (decisions, 4.6); terms may begin at 0. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= INT32_MAX ? number : undefined;
}
