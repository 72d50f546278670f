/** Fetcher of a built site in a folder, as if a web server served it, and the addresses of its pages. */
import { hash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { FetchError, type Fetched, type Fetcher, mediaTypeOf } from '../fetch/fetcher.ts';

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
/** Error pages, the viewer of PDF.js, proofs of ownership, and folders of tools and themes. */
const NO_PAGES =
  /(?:^|\/)(?:\.|_static\/|wp-(?:includes|content\/(?:plugins|themes))\/|(?:200|404|500|search|web\/viewer|(?:google|yandex_)[\da-f]{16}|google-site-verification)(?:\/index)?\.html$)/;
/** Lists and source code that Javadoc and Sphinx generate, which their pages link. */
const GENERATED =
  /(?:^|\/)(?:class-use\/|_modules\/|(?:index-all|all(?:classes|packages)-\w+|package-(?:use|tree)|overview-tree|genindex(?:-[^/]{1,10})?|py-modindex)(?:(?:\/index)?\.html|\/)$)/;

/** `base` is the address of the folder and ends with a slash. */
export function folderFetcher(folder: string, base: string): Fetcher {
  const { href: root, pathname: prefix } = new URL(base);
  return {
    async fetch({ address, etag, accepts, maxBytes, truncates }) {
      const { href, pathname } = new URL(address);
      if (!href.startsWith(root)) return response(404);
      const path = pathname.slice(prefix.length);
      const entry = entryIn(folder, path);
      const isFolder = entry?.stats.isDirectory();
      if (isFolder && !pathname.endsWith('/'))
        return response(301, { location: address.replace(/\?|$/, '/$&') });
      const page = isFolder ? entryIn(folder, `${path}index.html`) : entry;
      if (!page?.stats.isFile()) return response(404);
      if (GENERATED.test(path)) throw new FetchError('generated', 'list or source code, not a page');
      const contentType = MEDIA_TYPES[extname(page.path).toLowerCase()] ?? 'application/octet-stream';
      if (!accepts(mediaTypeOf(contentType))) return response(200, { contentType });
      if (page.stats.size > maxBytes && !truncates) throw FetchError.tooLarge(maxBytes);
      const body = readFileSync(page.file).subarray(0, maxBytes);
      const digest = hash('sha256', body);
      return digest === etag ? response(304) : response(200, { contentType, etag: digest, body });
    },
  };
}

/** Addresses of the pages in a folder, sorted. Throws if it cannot be read. */
export async function folderPages(folder: string, base: string): Promise<string[]> {
  const root = resolve(folder);
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && PAGES.has(extname(entry.name).toLowerCase()))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !NO_PAGES.test(path) && !GENERATED.test(path))
    .map((path) => path.replace(/(^|\/)index\.html$/, '$1'))
    .sort()
    .map((path) => base + path.split('/').map(encodeURIComponent).join('/'));
}

/** The file or folder at a path; undefined if there is none. Asynchronous calls would take longer than parsing a small page. */
function entryIn(folder: string, encodedPath: string) {
  try {
    const path = join(folder, decodeURIComponent(encodedPath));
    const file = realpathSync.native(path);
    // Symbolic links out of the folder would publish files that are not part of the site.
    const isInside = `${file}${sep}`.startsWith(realpathSync.native(folder) + sep);
    return isInside ? { path, file, stats: statSync(file) } : undefined;
  } catch {
    return undefined;
  }
}

function response(status: number, members: Partial<Fetched> = {}): Fetched {
  return { status, contentType: '', body: new Uint8Array(), ...members };
}
