/** Description of the HTTP API: `/openapi.json`, a page at `/docs`, and a page for each problem type. */
import Router from '@koa/router';
import { openApi, type ProblemCode, problemHelp, problems } from '@semantic-search/contract';
import { ProblemError } from '../errors/problem.ts';
import { apiPage } from './api-page/api-page.ts';
import { htmlPage } from './api-page/html-page.ts';
import type { ApiDescription } from './api-page/operation-blocks.ts';
import { style } from './api-page/style.ts';
import { sendFile, staticFile } from './static-files.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function documentation(origin: string | null, version: string): Router {
  const api = openApi(origin ?? '/', version) as unknown as ApiDescription;
  const description = staticFile('openapi.json', Buffer.from(JSON.stringify(api)));
  const page = staticFile('index.html', Buffer.from(apiPage(api, origin ?? 'https://search.example.org')));
  const stylesheet = staticFile('style.css', Buffer.from(style));
  const router = new Router({ sensitive: true });
  router.get('/openapi.json', (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    return sendFile(ctx, description);
  });
  router.get('/docs', (ctx) => {
    ctx.set('Content-Security-Policy', contentSecurityPolicy);
    return sendFile(ctx, page);
  });
  router.get('/docs/style.css', (ctx) => sendFile(ctx, stylesheet));
  router.get('/problems/:code', (ctx) => {
    const code = requireCode(ctx.params.code);
    ctx.vary('Accept');
    ctx.set('Access-Control-Allow-Origin', '*');
    // JSON comes first, for programs that accept everything.
    const isForBrowsers = ctx.accepts('application/json', 'text/html') === 'text/html';
    const [name, text] = isForBrowsers
      ? ['problem.html', problemPage(code)]
      : ['problem.json', JSON.stringify(describeProblem(code))];
    return sendFile(ctx, staticFile(name, Buffer.from(text)));
  });
  return router;
}

function requireCode(code = ''): ProblemCode {
  if (Object.hasOwn(problems, code)) return code as ProblemCode;
  const detail = `There is no such problem type; known are ${Object.keys(problems).join(', ')}.`;
  throw new ProblemError('not-found', detail);
}

function describeProblem(code: ProblemCode) {
  return { type: `/problems/${code}`, ...problems[code], ...problemHelp[code] };
}

function problemPage(code: ProblemCode): string {
  const { type, status, title, meaning, action } = describeProblem(code);
  return htmlPage(
    title,
    `<main>
<h1>${title}</h1>
<p>Problem type <code>${type}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(action)}</p>
<p><a href="/docs">Description of the API</a></p>
</main>`,
  );
}

/** The texts contain no HTML. */
const withCode = (text: string) => text.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
