import { readFileSync } from 'node:fs';
import { pagePolicy } from '../../../../../common/digest';
import { answers } from '../http/answers';
import type { PageRoute, Route } from '../http/routes';
import { etagOf } from '../operations/etag';
import type { Answer } from '../resource/endpoint';
import { openApi } from './openapi';

/** The page `/docs`. Its links are relative, so that it also works below a proxy's path. */
const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rostra: the HTTP API</title>
<link rel="icon" type="image/png" href="docs/favicon.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. The API description is at <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Starts Swagger UI. Accepts tokens with or without `Bearer`. */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
  showExtensions: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const { Authorization } = request.headers;
    if (Authorization) request.headers.Authorization = Authorization.replace(/^(Bearer\\s+)+/i, 'Bearer ');
    return request;
  },
});
`;

/** Allows files from this server only, and no inline script or style. Swagger UI's icons are `data:` URLs. */
const POLICY = pagePolicy("script-src 'self'", "style-src 'self'", "img-src 'self' data:");

/** `GET /docs`: Swagger UI with all its files, so that it works offline. */
const docsPages = (): PageRoute[] => [
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

/**
 * The public pages that describe the API: `/openapi.json` and `/docs`.
 * @param isProven whether an earlier start has composed the same description; otherwise a fault of a declaration ends this start
 */
export const descriptionPages = (routes: Route[], { isProven }: { isProven: boolean }): PageRoute[] => [
  openApiPage(routes, isProven),
  ...docsPages(),
];

/** `GET /openapi.json`: serialized once, now or for the first request. */
function openApiPage(routes: Route[], isProven: boolean): PageRoute {
  let body: string | undefined;
  const serialize = () => (body ??= JSON.stringify(openApi(routes)));
  if (!isProven) serialize();
  return { method: 'GET', path: '/openapi.json', answer: async () => answers.read(serialize()) };
}
