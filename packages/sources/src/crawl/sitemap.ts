/** Sitemaps (sitemaps.org): XML, index, text, and compressed with gzip. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SaxesParser } from '@rubensworks/saxes';

export interface Sitemap {
  pages: { address: string; lastmod?: string }[];
  /** Addresses of the sitemaps of an index. */
  sitemaps: string[];
}

/** The protocol allows 50 MB, uncompressed, and 50,000 addresses. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
const MAX_ENTRIES = 50_000;

/** Reads what precedes an error. Throws if a compressed sitemap is damaged or too large. */
export async function parseSitemap(bytes: Uint8Array): Promise<Sitemap> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isCompressed ? await decompressed(bytes) : bytes;
  const text = new TextDecoder().decode(content);
  return text.trimStart().startsWith('<') ? parseXml(text) : parseLines(text);
}

async function decompressed(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new Error(`larger than ${MAX_SITEMAP_BYTES / 1024 / 1024} MiB`) : error;
  }
}

function parseLines(text: string): Sitemap {
  const lines = text.split(/\s+/, MAX_ENTRIES).filter((line) => URL.canParse(line));
  return { pages: lines.map((address) => ({ address })), sitemaps: [] };
}

function parseXml(xml: string): Sitemap {
  const sitemap: Sitemap = { pages: [], sitemaps: [] };
  const parser = new SaxesParser({ xmlns: false, position: false });
  const path: string[] = [];
  let values: Record<string, string> = {};
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name }) => {
    path.push(localName(name));
    if (path.length === 2) values = {};
  });
  parser.on('text', (text) => collect(text));
  parser.on('cdata', (text) => collect(text));
  parser.on('closetag', () => {
    const name = path.pop();
    const address = values.loc?.trim();
    if (path.length !== 1 || !address || sitemap.pages.length + sitemap.sitemaps.length >= MAX_ENTRIES)
      return;
    const lastmod = values.lastmod?.trim();
    if (name === 'sitemap') sitemap.sitemaps.push(address);
    else if (name === 'url') sitemap.pages.push({ address, ...(lastmod && { lastmod }) });
  });

  function collect(text: string): void {
    const name = path.length === 3 ? path[2] : undefined;
    if (name === 'loc' || name === 'lastmod') values[name] = (values[name] ?? '') + text;
  }

  parser.write(xml).close();
  return sitemap;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
