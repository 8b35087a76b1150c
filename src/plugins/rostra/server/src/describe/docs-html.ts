/** The page `/docs`. Its links are relative, so that it also works below a proxy's path. */
export const HTML = `<!doctype html>
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

/** Starts Swagger UI. Accepts tokens with or without \`Bearer\`. */
export const START = `SwaggerUIBundle({
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
