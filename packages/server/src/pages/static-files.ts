/**
 * Static files, loaded once and served from memory, so request paths never reach the file system.
 * sirv opens the file for every request and sends only files that are already compressed on disk.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { isCompressible, MIN_COMPRESSED_BYTES } from '../http/responses/compression.ts';

export interface StaticFile {
  body: Buffer;
  mediaType: string;
  etag: string;
  /** Compressed forms, made at the first request for each. */
  encodings: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
}

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Every file below `folder` by its path with forward slashes, such as `assets/de-4f2a.js`. */
export async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const name = relative(folder, path).split(sep).join('/');
      return [name, staticFile(name, await readFile(path))] as const;
    }),
  );
  return new Map(files);
}

export function staticFile(name: string, body: Buffer): StaticFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const mediaType = mediaTypes[extname(name)] ?? 'application/octet-stream';
  return { body, mediaType, etag: `"${hash}"`, encodings: {} };
}

/** Serves `files` under `prefix`, which ends in `/`; calls `next` for unknown paths. */
export function serveFiles(prefix: string, files: ReadonlyMap<string, StaticFile>): Middleware {
  return async (ctx, next) => {
    const file = ctx.path.startsWith(prefix) ? files.get(ctx.path.slice(prefix.length)) : undefined;
    if (!file) return next();
    if (isReadRequest(ctx)) await sendFile(ctx, file);
  };
}

/** `name-hash.js` or `name.hash.js`. */
function hasHash(path: string): boolean {
  const [stem = '', ...parts] = path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .slice(0, -1);
  const hash = parts.at(-1) ?? stem.slice(stem.indexOf('-') + 1 || stem.length);
  return /^[\w-]{8,}$/.test(hash);
}

/** Files with a hash in their name are immutable; others are revalidated. */
export async function sendFile(
  ctx: Context,
  file: StaticFile,
  { isImmutable = ctx.path.includes('/assets/') && hasHash(ctx.path) } = {},
): Promise<void> {
  ctx.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  ctx.compress = false;
  ctx.vary('Accept-Encoding');
  const isWorthwhile = file.body.length >= MIN_COMPRESSED_BYTES && isCompressible(file.mediaType);
  const encoding = isWorthwhile && (['br', 'gzip'] as const).find((each) => ctx.acceptsEncodings(each));
  ctx.type = file.mediaType;
  if (encoding) {
    ctx.set('Content-Encoding', encoding);
    // Each encoding is a representation of its own (RFC 9110, section 8.8.3.3).
    ctx.set('ETag', file.etag.replace(/"$/u, `-${encoding}"`));
    ctx.body = await encoded(file, encoding);
  } else {
    ctx.set('ETag', file.etag);
    ctx.body = file.body;
  }
}

const encoders = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** Compressed once, at the first request, because the files do not change. */
function encoded(file: StaticFile, encoding: keyof typeof encoders): Promise<Buffer> {
  file.encodings[encoding] ??= encoders[encoding](file.body);
  return file.encodings[encoding];
}

/** True for GET and HEAD. Responds to OPTIONS itself; throws method-not-allowed for other methods. */
export function isReadRequest(ctx: Context): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return true;
  if (ctx.method !== 'OPTIONS') {
    throw new ProblemError('method-not-allowed', `Allowed methods: ${readMethods}.`, {
      headers: { Allow: readMethods },
    });
  }
  ctx.status = 204;
  ctx.set('Allow', readMethods);
  return false;
}

const readMethods = 'GET, HEAD, OPTIONS';
