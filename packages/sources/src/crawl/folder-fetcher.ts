/** Fetcher of a built site in a folder, as if a web server served it. */
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { FetchError, type Fetched, type Fetcher, type FetchRequest, mediaTypeOf } from '../fetch/fetcher.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.gz': 'application/gzip',
};
const PAGES = new Set(['.html', '.htm', '.xhtml', '.pdf']);
/** Error pages of static hosts, indexes of Sphinx, and folders of tools, such as `.github/`. */
const NO_PAGES =
  /(?:^|\/)(?:\.|_static\/|(?:404|500|genindex|genindex-[^/]{1,10}|py-modindex|search)(?:\/index)?\.html$)/;

/** `base` is the address of the folder and ends with a slash. */
export function folderFetcher(folder: string, base: string): Fetcher {
  const root = resolve(folder);
  return {
    async fetch({ address, ...limits }) {
      const file = fileOf(root, base, address);
      if (file === null) return response(404);
      const isFolder = located(file)?.stats.isDirectory();
      if (isFolder && !new URL(address).pathname.endsWith('/'))
        return response(301, { location: `${address}/` });
      return readBody(root, isFolder ? join(file, 'index.html') : file, limits);
    },
    close: () => undefined,
  };
}

/** Addresses of the pages in a folder, sorted. Throws if it cannot be read. */
export async function folderPages(folder: string, base: string): Promise<string[]> {
  const root = resolve(folder);
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && PAGES.has(extname(entry.name).toLowerCase()))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !NO_PAGES.test(path))
    .map((path) => (path === 'index.html' || path.endsWith('/index.html') ? path.slice(0, -10) : path))
    .sort()
    .map((path) => base + path.split('/').map(encodeURIComponent).join('/'));
}

function fileOf(root: string, base: string, address: string): string | null {
  const { origin, pathname } = new URL(address);
  const prefix = new URL(base);
  if (origin !== prefix.origin || !pathname.startsWith(prefix.pathname)) return null;
  try {
    const file = join(root, decodeURIComponent(pathname.slice(prefix.pathname.length)));
    return file === root || file.startsWith(root + sep) ? file : null;
  } catch {
    return null;
  }
}

function readBody(
  root: string,
  file: string,
  { accepts, maxBytes, truncates }: Pick<FetchRequest, 'accepts' | 'maxBytes' | 'truncates'>,
): Fetched {
  const found = located(file);
  // Symbolic links out of the folder would publish files that are not part of the site.
  if (!found?.stats.isFile() || !found.path.startsWith(realpathSync.native(root) + sep)) return response(404);
  const contentType = MEDIA_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  if (!accepts(mediaTypeOf(contentType))) return response(200, { contentType });
  const { path, stats } = found;
  if (stats.size > maxBytes && !truncates)
    throw new FetchError('too-large', `larger than ${maxBytes / 1024 / 1024} MiB`);
  return response(200, { contentType, body: readStart(path, Math.min(stats.size, maxBytes)) });
}

/** Null if there is no such file. Asynchronous calls would take more time than the parser needs for a small page. */
function located(file: string) {
  try {
    const path = realpathSync.native(file);
    return { path, stats: statSync(path) };
  } catch {
    return null;
  }
}

function readStart(file: string, length: number): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function response(status: number, members: Partial<Fetched> = {}): Fetched {
  return { status, contentType: '', body: new Uint8Array(), ...members };
}
