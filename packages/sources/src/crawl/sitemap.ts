/** Sitemaps (sitemaps.org): XML, index, feed, text, and compressed with gzip. */
import { constants, createGunzip } from 'node:zlib';
import { readDate } from '@semantic-search/query/dates';
import { decodeXml } from '../xml/decode-xml.ts';
import { childText, elements, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';

export interface SitemapPage {
  address: string;
  /** ISO 8601. */
  lastmod?: string;
}

export interface Sitemap {
  pages: SitemapPage[];
  /** Addresses of the sitemaps of an index. */
  sitemaps: string[];
  /** What was repaired, with the line. */
  problems: string[];
}

/** Reads a sitemap in the isolated process. */
export const sitemapModule = import.meta.url;
export default (bytes: Uint8Array): Promise<Sitemap> => parseSitemap(bytes);

/** A sitemap may also be a feed in RSS or Atom. */
const ROOTS = new Set(['urlset', 'sitemapindex', 'rss', 'feed', 'rdf']);
const LASTMOD = ['lastmod', 'updated', 'pubDate', 'date'];

/** Uncompressed. The protocol allows 50 MB and 50,000 addresses; of a larger file, the first addresses are read. */
export const MAX_SITEMAP_BYTES = 24 * 1024 * 1024;
const MAX_ENTRIES = 50_000;

/** Whether a response looks like a sitemap, whatever its media type: some servers send sitemaps as HTML. */
export function isSitemap(bytes: Uint8Array, mediaType: string): boolean {
  if (isCompressed(bytes)) return true;
  const root = rootOf(bytes);
  return root === undefined ? mediaType === 'text/plain' : ROOTS.has(root);
}

/** Local name of the first element, in lower case. */
function rootOf(bytes: Uint8Array): string | undefined {
  const start = decodeXml(bytes.subarray(0, 4096));
  return /<(?:[a-z][\w.-]*:)?([a-z][\w.-]*)/i.exec(start)?.[1]?.toLowerCase();
}

function isCompressed([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** Throws if the file is not a sitemap. */
export async function parseSitemap(bytes: Uint8Array): Promise<Sitemap> {
  if (!isCompressed(bytes)) return parseContent(bytes);
  const readable = await readableLength(bytes);
  const content = await decompressed(bytes.subarray(0, readable));
  if (content.length === 0) throw new Error('the compressed file is empty');
  const sitemap = parseContent(content);
  if (readable < bytes.length) sitemap.problems.push(`byte ${readable + 1}: the compressed file is damaged`);
  return sitemap;
}

function parseContent(bytes: Uint8Array): Sitemap {
  const text = decodeXml(bytes);
  return text.includes('<') ? parseElements(text) : parseLines(text);
}

/** Number of bytes before a damage, such as text after the end. Found by trials, because zlib drops what it read before it. */
async function readableLength(bytes: Uint8Array): Promise<number> {
  let [readable, damaged] = [0, bytes.length + 1];
  for (let length = bytes.length; damaged - readable > 1; length = (readable + damaged) >> 1) {
    try {
      await decompressed(bytes.subarray(0, length));
      readable = length;
    } catch {
      damaged = length;
    }
  }
  return readable;
}

/** The first bytes, if there are more, and what there is of a file that is cut off. Rejects if it is damaged. */
async function decompressed(bytes: Uint8Array): Promise<Uint8Array> {
  const content = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  content.end(bytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_SITEMAP_BYTES) break;
  }
  return Buffer.concat(chunks, Math.min(length, MAX_SITEMAP_BYTES));
}

function parseLines(text: string): Sitemap {
  const lines = text.split(/\s+/, MAX_ENTRIES).filter((line) => URL.canParse(line));
  if (lines.length === 0 && text.trim() !== '') throw new Error('the file is not a sitemap');
  return { pages: lines.map((address) => ({ address })), sitemaps: [], problems: [] };
}

function parseElements(text: string): Sitemap {
  const sitemap: Sitemap = { pages: [], sitemaps: [], problems: [] };
  const isFull = () => sitemap.pages.length + sitemap.sitemaps.length >= MAX_ENTRIES;
  const { root, problems } = parseXml(text, {
    records: ['url', 'sitemap', 'item', 'entry'],
    onRecord(record) {
      const address = addressOf(record);
      if (address === undefined || isFull()) return;
      if (record.local === 'sitemap') sitemap.sitemaps.push(address);
      else sitemap.pages.push({ address, ...lastmodOf(record) });
    },
  });
  const name = root?.local.toLowerCase();
  if (name === undefined || !ROOTS.has(name)) throw new Error(`<${name ?? ''}> is not a sitemap`);
  return { ...sitemap, problems };
}

/** `link` of feeds has the address as text, or as an attribute in Atom. */
function addressOf(record: XmlElement): string | undefined {
  const links = elements(record).filter(({ local, attributes: { rel = 'alternate' } }) => {
    return local === 'link' && rel === 'alternate';
  });
  const feedLinks = links.map((link) => textOf(link).trim() || link.attributes.href);
  return childText(record, 'loc') ?? feedLinks.find(Boolean);
}

function lastmodOf(record: XmlElement): Pick<SitemapPage, 'lastmod'> {
  const written = LASTMOD.map((name) => childText(record, name)).find(Boolean);
  const lastmod = written && readDate(written)?.text;
  return lastmod ? { lastmod } : {};
}
