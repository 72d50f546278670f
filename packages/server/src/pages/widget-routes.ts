/** Routes of the widgets: current and previous builds, and their integrity values for page owners. */
import Router from '@koa/router';
import type { Context } from 'koa';
import { type StaticFile, type StaticFiles, sendFile } from './static-files.ts';
import { hashOf, pinnedWidgets } from './widget-builds.ts';

interface WidgetParts {
  /** Public origin; null if it is derived from the Host header. */
  origin: string | null;
  /** The built widgets: `widget.js`, `similar-docs.js` and `assets/…`. */
  widgets: StaticFiles;
  /** Previous builds of the widgets, newest first. */
  previousWidgets: readonly StaticFiles[];
}

export function widgetRoutes({ widgets, previousWidgets, origin }: WidgetParts): Router {
  const router = new Router({ sensitive: true });
  for (const [name, file] of widgets)
    if (!name.includes('/')) router.get(`/${name}`, (ctx) => sendScript(ctx, file));
  const assets = assetsOf([widgets, ...previousWidgets]);
  router.get('/assets/*path', (ctx) => {
    const file = assets.get(ctx.params.path ?? '');
    return file && sendScript(ctx, file);
  });
  const pinned = pinnedWidgets(widgets);
  router.get('/integrity.json', (ctx) => {
    if (!pinned.script) return;
    const urlOf = (path: string) => `${origin ?? `${ctx.protocol}://${ctx.host}`}${path}`;
    const integrity = Object.entries(pinned.integrity).map(([path, value]) => [urlOf(path), value]);
    allowAnySite(ctx);
    // The response depends on the Host header, so shared caches must not store it.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.body = { script: urlOf(pinned.script), integrity: Object.fromEntries(integrity) };
  });
  return router;
}

/** Files by their path below `/assets/`: all of each build under its hash, and parts of builds without the hash. */
function assetsOf(newestFirst: readonly StaticFiles[]): StaticFiles {
  const assets = new Map<string, StaticFile>();
  for (const build of newestFirst) {
    const hash = hashOf(build);
    for (const [name, file] of build) {
      assets.set(`${hash}/${name}`, file);
      // A page that was loaded before an update still loads the parts of its build.
      const part = name.startsWith('assets/') ? name.slice('assets/'.length) : undefined;
      if (part !== undefined && !assets.has(part)) assets.set(part, file);
    }
  }
  return assets;
}

function sendScript(ctx: Context, file: StaticFile): Promise<void> {
  allowAnySite(ctx);
  return sendFile(ctx, file);
}

/** Module scripts require CORS; the widgets contain no secrets. */
function allowAnySite(ctx: Context): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
}
