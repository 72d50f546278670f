/** Static files, loaded once and served from memory, so request paths never reach the file system. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Context } from 'koa';
import { isCompressible, MIN_COMPRESSED_BYTES } from '../http/responses/compression.ts';
import { entityTag } from '../http/responses/conditional-requests.ts';

export interface StaticFile {
  body: Buffer;
  mediaType: string;
  /** Weak entity tag, because all encodings of the file have the same tag. */
  etag: string;
  /** Compressed at the first request that accepts Brotli. */
  brotli?: Promise<Buffer>;
}

const compressBrotli = promisify(brotliCompress);

/** Files by path with forward slashes, such as `assets/de-4f2a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

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

/** Every file below `folder`. */
export async function readFiles(folder: string): Promise<StaticFiles> {
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
  const mediaType = mediaTypes[extname(name)] ?? 'application/octet-stream';
  return { body, mediaType, etag: `W/${entityTag(body)}` };
}

/** Folders of builds, which put a hash into the names of their files or of the folder. */
const immutablePath = /^\/(?:assets|studio\/assets|manual\/_astro)\//;

/** A file is compressed once, with the best quality: the fast compression of other responses makes scripts a quarter larger. */
export async function sendFile(ctx: Context, file: StaticFile): Promise<void> {
  const isImmutable = immutablePath.test(ctx.path);
  ctx.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  ctx.set('ETag', file.etag);
  ctx.type = file.mediaType;
  ctx.body = file.body;
  const isLarge = file.body.length >= MIN_COMPRESSED_BYTES;
  if (!isLarge || !isCompressible(file.mediaType) || ctx.acceptsEncodings('br') !== 'br') return;
  file.brotli ??= compressBrotli(file.body);
  ctx.body = await file.brotli;
  ctx.set('Content-Encoding', 'br');
}
