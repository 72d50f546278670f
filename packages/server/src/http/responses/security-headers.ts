/** Security headers of every response, by koa-helmet. */
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/** Whether the path is for programs, not for pages: the API and the Model Context Protocol. */
export const isDataPath = (path: string): boolean => /^\/(?:api|mcp)(?:\/|$)/.test(path);

const HALF_YEAR_SECONDS = 180 * 24 * 3600;

const pageSources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'https:', 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
};

/** API responses are data: no scripts, no embedding. */
const dataSources = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** A public URL with `https:` adds Strict-Transport-Security. */
export function securityHeaders(publicUrl: URL | null): Middleware {
  const withSources = (directives: Record<string, string[]>) =>
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      strictTransportSecurity: publicUrl?.protocol === 'https:' && { maxAge: HALF_YEAR_SECONDS },
    });
  const [forPages, forData] = [withSources(pageSources), withSources(dataSources)];
  return (ctx, next) => {
    if (!isDataPath(ctx.path)) return forPages(ctx, next);
    ctx.vary('Origin');
    ctx.set('Cache-Control', 'no-store');
    return forData(ctx, next);
  };
}
