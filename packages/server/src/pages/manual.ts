/** Routes of the built documentation site at `/manual`, and of its search. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import Router from '@koa/router';
import { ProblemError } from '../errors/problem.ts';
import type { PageParts } from './own-pages.ts';
import { type StaticFiles, sendFile } from './static-files.ts';

/** Search space with the pages of the documentation site. */
const MANUAL_SPACE = 'manual';

export function manual(parts: PageParts): Router {
  const { manual: files } = parts;
  const securityPolicy = contentSecurityPolicy(files);
  const router = new Router({ sensitive: true });
  // Without an extension, the rate limit of pages applies.
  router.get('/manual/_search', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = searchOf(parts);
  });
  router.get('/manual{/*path}', async (ctx) => {
    const { path = '' } = ctx.params;
    if (files.size === 0) {
      const detail = 'The manual is not built; run "npx pnpm@12 docs:build" and restart.';
      throw new ProblemError('not-found', detail);
    }
    const indexPath = posix.join(path, 'index.html');
    const isFolder = ctx.path.endsWith('/');
    if (!isFolder && files.has(indexPath)) return ctx.redirect(`${ctx.path}/`);
    ctx.set('Content-Security-Policy', securityPolicy);
    const file = files.get(isFolder ? indexPath : path);
    if (file) return sendFile(ctx, file);
    const missingPage = files.get('404.html');
    if (!missingPage) throw new ProblemError('not-found', 'The manual has no such page.');
    await sendFile(ctx, missingPage);
    ctx.status = 404;
    ctx.set('Cache-Control', 'no-store');
  });
  return router;
}

/** Token and configuration IDs: `manual` searches the site, and `example` is the active one. A missing ID is null. */
function searchOf({ configurations, pageToken }: PageParts) {
  const all = [...configurations.list()];
  const manualId = all.find(({ config }) => config.searchSpace === MANUAL_SPACE)?.id ?? null;
  const exampleId = configurations.activeId;
  const ids = [...new Set([manualId, exampleId])].filter((id) => id !== null);
  return { token: ids.length === 0 ? '' : pageToken(ids), manual: manualId, example: exampleId };
}

/** Allows inline scripts by their hash, such as the script for the color scheme, and the inline styles of highlighted code. */
function contentSecurityPolicy(files: StaticFiles): string {
  const hashes = new Set<string>();
  for (const { body, mediaType } of files.values()) {
    if (!mediaType.startsWith('text/html')) continue;
    for (const element of body.toString().split('<script').slice(1)) {
      const [tag = ''] = element.split('>', 1);
      if (tag.includes(' src=')) continue;
      const script = element.slice(tag.length + 1, element.indexOf('</script>'));
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
  const scripts = ["'self'", ...[...hashes].sort()].join(' ');
  return `default-src 'none'; script-src ${scripts}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' https: data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html`;
}
