/** The contract for people and machines: `/openapi.json` and, with Swagger UI from its package, `/docs`. */
import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from '@koa/router';
import type { RouterOptions } from '@koa/router';
import type { RequestState } from './observability.ts';

const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CONTRACT = new URL('../openapi.json', import.meta.url);
const ERRORS = new URL('../docs/errors.md', import.meta.url);

const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

const START =
  `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: true ` +
  '});';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tidemill API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Throws when a page is not there: a process that cannot serve its contract does not start. */
export function docsRouter(options: RouterOptions): Router<RequestState> {
  // Its layout is for those who read its changes.
  const contract = JSON.stringify(JSON.parse(readFileSync(CONTRACT, 'utf8')));
  const errors = readFileSync(ERRORS);
  const router = new Router<RequestState>(options);
  router.get('/openapi.json', (ctx) => {
    ctx.state.route = '/openapi.json';
    ctx.type = 'application/json';
    ctx.body = contract;
  });
  router.get('/docs', (ctx) => {
    ctx.state.route = '/docs';
    // Swagger UI styles elements inline; scripts come from here alone.
    ctx.set('Content-Security-Policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
    ctx.type = 'text/html';
    ctx.body = PAGE;
  });
  router.get('/docs/errors', (ctx) => {
    ctx.state.route = '/docs/errors';
    ctx.type = 'text/markdown; charset=utf-8';
    ctx.body = errors;
  });
  router.get('/docs/start.js', (ctx) => {
    ctx.state.route = '/docs/{asset}';
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = START;
  });
  router.get('/docs/:asset', async (ctx, next) => {
    const asset = ctx['params']['asset'] ?? '';
    const type = ASSETS.get(asset);
    if (type === undefined) return next();
    ctx.state.route = '/docs/{asset}';
    ctx.type = type;
    ctx.body = createReadStream(join(ui, asset));
  });
  return router;
}
