/** Static file server for built sites, at their own origin. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { createGzip } from 'node:zlib';

export interface StaticSite {
  origin: string;
  close(): void;
}

interface StaticSiteOptions {
  /** Compresses all responses, like a host for static sites. */
  compresses?: boolean;
  /** The addresses of the site may begin with the path below which it is published, which is not a folder. */
  hasBasePath?: boolean;
}

/** Without a charset, so that each page declares its own encoding. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The folder may be filled later. */
export async function serveFolder(
  folder: string,
  { compresses = false, hasBasePath = false }: StaticSiteOptions = {},
): Promise<StaticSite> {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const file =
      (await fileAt(root, path)) ?? (hasBasePath ? await fileAt(root, withoutBase(path)) : undefined);
    if (file === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', mediaTypes[extname(file)] ?? 'application/octet-stream');
    if (!compresses) return createReadStream(file).pipe(response);
    response.setHeader('Content-Encoding', 'gzip');
    return createReadStream(file).pipe(createGzip()).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const withoutBase = (path: string) => path.replace(/^\/[^/]+/, '');

async function fileAt(root: string, path: string): Promise<string | undefined> {
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  const stats = file.startsWith(root + sep) ? await stat(file).catch(() => undefined) : undefined;
  return stats?.isFile() ? file : undefined;
}
