/**
 * The widgets at an address that never changes its content, and the integrity value of each of their files (W3C SRI).
 * `/widget.js` follows every new version of the service; `/assets/<hash of the build>/widget.js` is this build or nothing.
 */
import { createHash } from 'node:crypto';
import type { Middleware } from 'koa';
import { isReadRequest, type StaticFile, sendFile } from './static-files.ts';

export interface PinnedWidgets {
  /** Path of the script, such as `/assets/0kYh…/widget.js`; null before the first build. */
  script: string | null;
  /** `sha384-…` by path, the script's and those of what it loads when needed. */
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

/** Serves the files there, and `/integrity.json` with whole addresses, for owners to copy; below `origin` where it is known. */
export function servePinned(
  files: ReadonlyMap<string, StaticFile>,
  pinned: PinnedWidgets,
  origin: string | null = null,
): Middleware {
  return async (ctx, next) => {
    if (!pinned.script) return next();
    if (ctx.path === '/integrity.json') {
      if (!isReadRequest(ctx)) return;
      const at = (path: string) => `${origin ?? `${ctx.protocol}://${ctx.host}`}${path}`;
      const integrity = Object.entries(pinned.integrity).map(([path, value]) => [at(path), value]);
      // Where the request says what the host is, nobody else may get the answer to it.
      ctx.set('Cache-Control', 'private, no-cache');
      ctx.body = { script: at(pinned.script), integrity: Object.fromEntries(integrity) };
      return;
    }
    const folder = pinned.script.replace('widget.js', '');
    const file = ctx.path.startsWith(folder) ? files.get(ctx.path.slice(folder.length)) : undefined;
    if (!file) return next();
    if (isReadRequest(ctx)) await sendFile(ctx, file, { isImmutable: true });
  };
}
