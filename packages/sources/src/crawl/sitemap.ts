/** Sitemaps (sitemaps.org): XML, sitemap indexes, feeds and text files, plain or gzipped. */
import { finished } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import { readDate } from '@semantic-search/query/dates';

/** A page of a sitemap, with the date of its last change in ISO 8601. */
export type SitemapPage = { address: string; lastmod?: string };
/** The pages of a sitemap, and the addresses of the sitemaps of an index. */
export type Sitemap = { pages: SitemapPage[]; sitemaps: string[] };

export const sitemapModule = import.meta.url;

/** A sitemap may also be an RSS or Atom feed. */
const ROOTS = ['urlset', 'sitemapindex', 'rss', 'feed', 'rdf'];
/** Elements with the date of the last change, in sitemaps and feeds; the first one with a text counts. */
const LASTMOD = ['lastmod', 'updated', 'pubDate', 'date'];
/** Size after decompression. The protocol allows 50 MB and 50,000 addresses; the end of a larger file is ignored. */
export const MAX_SITEMAP_BYTES = 24 * 1024 * 1024;
const MAX_ENTRIES = 50_000;

/** Whether a response looks like a sitemap, whatever its media type: some servers send sitemaps as HTML. */
export function isSitemap(bytes: Uint8Array, mediaType: string): boolean {
  if (isCompressed(bytes)) return true;
  // The names are ASCII, which only the zeros of UTF-16 separate.
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1').replaceAll('\0', '');
  // Local name of the first element.
  const root = /<(?:[a-z][\w.-]*:)?([a-z][\w.-]*)/i.exec(start)?.[1]?.toLowerCase();
  return root === undefined ? mediaType === 'text/plain' : ROOTS.includes(root);
}

const isCompressed = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b;

/** Called in the isolated process, which alone loads the readers. Throws if the file is not a sitemap. */
export default async (bytes: Uint8Array): Promise<Sitemap> => {
  const content = isCompressed(bytes) ? await decompress(bytes) : bytes;
  if (content.length === 0) throw new Error('the file is empty');
  const { decodeMarkup } = await import('../html/tree/decode.ts');
  const text = decodeMarkup(content);
  return text.includes('<') ? parseElements(text) : parseLines(text);
};

/** Decompresses up to the maximum size, or up to the damage of a damaged file. */
async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const chunks: Uint8Array[] = [];
  let length = 0;
  gunzip.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_SITEMAP_BYTES) gunzip.destroy();
  });
  gunzip.end(bytes);
  await finished(gunzip).catch(() => undefined);
  return Buffer.concat(chunks, Math.min(length, MAX_SITEMAP_BYTES));
}

function parseLines(text: string): Sitemap {
  const lines = text.split(/\s+/, MAX_ENTRIES).filter((line) => URL.canParse(line));
  if (lines.length === 0 && text.trim() !== '') throw new Error('the file is not a sitemap');
  return { pages: lines.map((address) => ({ address })), sitemaps: [] };
}

async function parseElements(text: string): Promise<Sitemap> {
  const { childText, linkOf, parseXml } = await import('../xml/xml-tree.ts');
  const sitemap: Sitemap = { pages: [], sitemaps: [] };
  const isFull = () => sitemap.pages.length + sitemap.sitemaps.length >= MAX_ENTRIES;
  const { root } = parseXml(text, {
    roots: ROOTS,
    records: ['url', 'sitemap', 'item', 'entry'],
    onRecord(record) {
      const address = childText(record, 'loc') ?? linkOf(record);
      if (address === undefined || isFull()) return;
      if (record.name === 'sitemap') sitemap.sitemaps.push(address);
      else {
        const lastmod = readDate(LASTMOD.map((name) => childText(record, name)).find(Boolean) ?? '')?.text;
        sitemap.pages.push({ address, ...(lastmod && { lastmod }) });
      }
    },
  });
  const rootName = root?.name.toLowerCase() ?? '';
  if (!ROOTS.includes(rootName)) throw new Error(`<${rootName}> is not a sitemap`);
  return sitemap;
}
