/** Description of the HTTP API: `/openapi.json`, a page at `/docs`, and the problem types. */
import Router from '@koa/router';
import { openApi, type ProblemCode, problems } from '@semantic-search/contract';
import { ProblemError } from '../errors/problem.ts';
import { type StaticFiles, sendFile, staticFile } from './static-files.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** `studio` has the page of the API, which the build generates, and its style. `origin` is null if it is unknown. */
export function documentation(origin: string | null, version: string, studio: StaticFiles): Router {
  const openApiJson = JSON.stringify(openApi(origin ?? '/', version));
  const description = staticFile('openapi.json', Buffer.from(openApiJson));
  const template = studio.get('api.html');
  const server = origin ?? 'https://search.example.org';
  const html = template?.body.toString().replaceAll('__SERVER__', server);
  const page = html === undefined ? undefined : staticFile('index.html', Buffer.from(html));
  const router = new Router({ sensitive: true });
  router.get('/openapi.json', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    return sendFile(ctx, description);
  });
  router.get('/docs', (ctx) => {
    if (!page) return;
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    return sendFile(ctx, page);
  });
  router.get('/problems/:code', (ctx) => {
    const code = requireCode(ctx.params.code);
    ctx.vary('Accept');
    ctx.set('Access-Control-Allow-Origin', '*');
    // JSON comes first, for programs that accept everything.
    const isForBrowsers = ctx.accepts('application/json', 'text/html') === 'text/html';
    if (isForBrowsers) return ctx.redirect(`/manual/reference/problems/#${code}`);
    const text = JSON.stringify({ type: `/problems/${code}`, ...problems[code] });
    return sendFile(ctx, staticFile('problem.json', Buffer.from(text)));
  });
  return router;
}

function requireCode(code = ''): ProblemCode {
  if (Object.hasOwn(problems, code)) return code as ProblemCode;
  const detail = `There is no such problem type; known are ${Object.keys(problems).join(', ')}.`;
  throw new ProblemError('not-found', detail);
}
