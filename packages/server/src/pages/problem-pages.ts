/** Pages at `/problems/<code>` that explain the `type` of an error response, in HTML and JSON. */
import { type ProblemCode, problemHelp, problems } from '@semantic-search/contract';
import type { Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { isReadRequest, sendFile, staticFile } from './static-files.ts';

const PREFIX = '/problems/';

export function problemPages(): Middleware {
  const pages = new Map(
    (Object.keys(problems) as ProblemCode[]).map((code) => [
      PREFIX + code,
      {
        html: staticFile('problem.html', Buffer.from(html(code))),
        json: staticFile('problem.json', Buffer.from(JSON.stringify(describeProblem(code)))),
      },
    ]),
  );
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PREFIX)) return next();
    const page = pages.get(ctx.path);
    if (!page) {
      const codes = Object.keys(problems).join(', ');
      throw new ProblemError('not-found', `There is no such problem type; known are ${codes}.`);
    }
    ctx.vary('Accept');
    ctx.set('Access-Control-Allow-Origin', '*');
    if (!isReadRequest(ctx)) return;
    // JSON comes first, for programs that accept everything.
    const isForBrowsers = ctx.accepts('application/json', 'text/html') === 'text/html';
    await sendFile(ctx, isForBrowsers ? page.html : page.json);
  };
}

function describeProblem(code: ProblemCode) {
  return { type: PREFIX + code, ...problems[code], ...problemHelp[code] };
}

function html(code: ProblemCode): string {
  const { type, status, title, meaning, action } = describeProblem(code);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>Problem type <code>${type}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(action)}</p>
<p><a href="/docs">Description of the API</a></p>
</main>
</body>
</html>
`;
}

/** The texts contain no HTML. */
const withCode = (text: string) => text.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
