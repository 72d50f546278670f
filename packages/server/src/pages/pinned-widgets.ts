/**
 * Immutable widget URLs with subresource integrity values (W3C SRI).
 *
 * `/widget.js` is always the current version; `/assets/<hash of the build>/widget.js` is exactly this build, which may be
 * a previous one.
 */
import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import { isReadRequest, type StaticFile, sendFile } from './static-files.ts';

export interface PinnedWidgets {
  /** Path such as `/assets/0kYh…/widget.js`; null before the first build. */
  script: string | null;
  /** `sha384-…` values by path, including lazily loaded chunks. */
  integrity: Readonly<Record<string, string>>;
}

export function pinnedWidgets(files: ReadonlyMap<string, StaticFile>): PinnedWidgets {
  const names = [...files.keys()].filter((name) => name.endsWith('.js')).toSorted();
  const build = createHash('sha256');
  for (const name of names) build.update(name).update(files.get(name)!.body);
  const folder = `/assets/${build.digest('base64url').slice(0, 22)}/`;
  return {
    script: files.has('widget.js') ? `${folder}widget.js` : null,
    integrity: Object.fromEntries(names.map((name) => [folder + name, integrityOf(files.get(name)!.body)])),
  };
}

const integrityOf = (body: Buffer): string => `sha384-${createHash('sha384').update(body).digest('base64')}`;

/** Serves the files and `/integrity.json`, which lists absolute URLs below `origin` for page owners. */
export function servePinned(
  files: ReadonlyMap<string, StaticFile>,
  pinned: PinnedWidgets,
  origin: string | null = null,
  previous: readonly ReadonlyMap<string, StaticFile>[] = [],
): Middleware {
  const builds = new Map([...previous, files].map((build) => [pinnedWidgets(build).script, build]));
  return async (ctx, next) => {
    if (!pinned.script) return next();
    if (ctx.path === '/integrity.json') {
      if (!isReadRequest(ctx)) return;
      const at = (path: string) => `${origin ?? `${ctx.protocol}://${ctx.host}`}${path}`;
      const integrity = Object.entries(pinned.integrity).map(([path, value]) => [at(path), value]);
      // The response depends on the Host header, so shared caches must not store it.
      ctx.set('Cache-Control', 'private, no-cache');
      ctx.body = { script: at(pinned.script), integrity: Object.fromEntries(integrity) };
      return;
    }
    const [, folder = '', name = ''] = /^(\/assets\/[\w-]{22}\/)(.+)$/.exec(ctx.path) ?? [];
    const file = builds.get(`${folder}widget.js`)?.get(name);
    if (!file) return next();
    if (isReadRequest(ctx)) await sendFile(ctx, file, { isImmutable: true });
  };
}
