import { answers } from '../http/answers';
import type { PageRoute, Route } from '../http/routes';
import { docsPages } from './docs';
import { openApi } from './openapi';

/** The public pages that describe the API: `/openapi.json` and `/docs`. */
export const descriptionPages = (routes: Route[]): PageRoute[] => [openApiPage(routes), ...docsPages()];

/** `GET /openapi.json`: serialized once, at start. */
function openApiPage(routes: Route[]): PageRoute {
  const body = JSON.stringify(openApi(routes));
  return { method: 'GET', path: '/openapi.json', answer: async () => answers.read(body) };
}
