import { answers } from '../http/answers';
import type { Page, Route } from '../http/routes';
import { docsPages } from './docs';
import { openApi } from './openapi';

/** The pages that describe the interface, open to everybody: `/openapi.json`, and `/docs` that shows it. */
export const descriptionPages = (routes: Route[]): Page[] => [openApiPage(routes), ...docsPages()];

/** `GET /openapi.json`: written once. */
function openApiPage(routes: Route[]): Page {
  const body = JSON.stringify(openApi(routes));
  return { method: 'GET', path: '/openapi.json', answer: async () => answers.read(body) };
}
