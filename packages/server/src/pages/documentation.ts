/** Serves `/openapi.json`, and Swagger UI at `/docs`. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import { packageFolder } from '../package-folder.ts';
import { isReadRequest, type StaticFile, sendFile, staticFile } from './static-files.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Semantic Search API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#documentation', deepLinking: true, validatorUrl: null });
`;

/** Swagger UI needs inline styles; only this page allows them. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export async function documentation(serverUrl: string, version: string): Promise<Middleware> {
  const description = staticFile('openapi.json', Buffer.from(JSON.stringify(openApi(serverUrl, version))));
  const viewer = packageFolder('swagger-ui-dist');
  const fromViewer = async (name: string) => staticFile(name, await readFile(join(viewer, name)));
  const files = new Map<string, StaticFile>([
    ['/docs', staticFile('index.html', Buffer.from(page))],
    ['/docs/start.js', staticFile('start.js', Buffer.from(start))],
    ['/docs/swagger-ui.css', await fromViewer('swagger-ui.css')],
    ['/docs/swagger-ui-bundle.js', await fromViewer('swagger-ui-bundle.js')],
  ]);
  return async (ctx, next) => {
    if (ctx.path === '/openapi.json') {
      if (!isReadRequest(ctx)) return;
      ctx.set('Access-Control-Allow-Origin', '*');
      return sendFile(ctx, description);
    }
    const file = files.get(ctx.path.replace(/\/$/, ''));
    if (!file) return next();
    if (!isReadRequest(ctx)) return;
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    await sendFile(ctx, file);
  };
}
