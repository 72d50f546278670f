/** Serves the description of the HTTP API: `/openapi.json`, and a page at `/docs`. */
import { openApi } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import { apiPage } from './api-page/api-page.ts';
import type { ApiDescription } from './api-page/operation-blocks.ts';
import { style } from './api-page/style.ts';
import { isReadRequest, type StaticFile, sendFile, staticFile } from './static-files.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function documentation(origin: string | null, version: string): Middleware {
  const api = openApi(origin ?? '/', version) as unknown as ApiDescription;
  const description = staticFile('openapi.json', Buffer.from(JSON.stringify(api)));
  const page = apiPage(api, origin ?? 'https://search.example.org');
  const files = new Map<string, StaticFile>([
    ['/docs', staticFile('index.html', Buffer.from(page))],
    ['/docs/style.css', staticFile('style.css', Buffer.from(style))],
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
