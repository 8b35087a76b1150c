/** The page of `/docs`. Its addresses are relative, so that it may be served by way of a proxy. */
export const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rostra: the HTTP interface</title>
<link rel="icon" type="image/png" href="docs/favicon.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. The description itself is at <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** The script that starts it. A token may be given with \`Bearer\` or without. */
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
