import { answers } from '../http/answers';
import type { Page, Route } from '../http/routes';
import { openApi } from './openapi';

/** `GET /openapi.json`: the description of the interface, open to everybody. Written once. */
export function openApiPage(routes: Route[]): Page {
  const body = JSON.stringify(openApi(routes));
  return { method: 'GET', path: '/openapi.json', answer: async () => answers.read(body) };
}
