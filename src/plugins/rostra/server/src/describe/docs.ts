import { readFileSync } from 'node:fs';
import type { PageRoute } from '../http/routes';
import { etagOf } from '../operations/etag';
import type { Answer } from '../resource/endpoint';
import { HTML, START } from './docs-html';

/** Allows files from this server only, and no inline script or style. Swagger UI's icons are `data:` URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** `GET /docs`: Swagger UI with all its files, so that it works offline. */
export const docsPages = (): PageRoute[] => [
  page('/docs', 'text/html; charset=utf-8', Buffer.from(HTML)),
  page('/docs/start.js', 'text/javascript; charset=utf-8', Buffer.from(START)),
  page('/docs/swagger-ui.css', 'text/css; charset=utf-8', swaggerUiFile('swagger-ui.css')),
  page('/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', swaggerUiFile('swagger-ui-bundle.js')),
  page('/docs/favicon.png', 'image/png', swaggerUiFile('favicon-32x32.png')),
  { method: 'GET', path: '/docs/', answer: async () => ({ status: 308, headers: { location: '../docs' } }) },
];

function page(path: string, type: string, body: Buffer): PageRoute {
  const headers = { etag: etagOf(body), 'content-security-policy': POLICY };
  const answer: Answer = { status: 200, type, body, headers };
  return { method: 'GET', path, answer: async () => answer };
}

const swaggerUiFile = (name: string): Buffer => readFileSync(require.resolve(`swagger-ui-dist/${name}`));
