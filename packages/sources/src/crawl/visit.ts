/** One visit of the crawler: requests an address and reads what it finds. */
import { fetchWithRetry } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetched, type FetchRequest, mediaTypeOf } from '../fetch/fetcher.ts';
import { robotsDirectives } from '../html/directives.ts';
import type { Page } from '../html/extract-page.ts';
import type { ContentSelectors } from '../html/main-content.ts';
import { readPage } from '../html/read-page.ts';
import { LimitError } from '../isolation/isolated-process.ts';
import { digest } from '../items.ts';
import { readPdf } from '../read-pdf.ts';
import type { Document } from '../source.ts';
import { MAX_ADDRESS_CHARACTERS, pageAddress, readableSegment } from './address.ts';
import type { FoundLink } from './frontier.ts';
import type { SitemapResult, SiteTools } from './site-files.ts';
import { isSitemap, MAX_SITEMAP_BYTES } from './sitemap.ts';

export interface VisitedPage {
  kind: 'page';
  document: Document;
  /** Digest of title and text, equal for copies of a page; `hash` is the digest of the whole document. */
  contentHash: string;
  hash: string;
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Absolute canonical address; absent if it is the page itself. */
  canonical?: string | undefined;
}

/** `links` are the links of a page that was read. */
export type Visited = { links?: FoundLink[] } & (
  | VisitedPage
  | typeof NOT_MODIFIED
  | { kind: 'redirect'; to: string }
  /** The address has no page to index; an existing document is removed. */
  | { kind: 'excluded'; reason: string }
  /** The visit failed, so that nothing is known about the page. */
  | { kind: 'failed'; reason: string; unreachable: boolean }
);

/** Outcome of an address of the frontier, which may not have been requested. `listed` are pages of the sitemaps of its site. */
export type VisitOutcome = (Visited | { kind: 'limited'; reason: string; links?: never }) & {
  listed?: SitemapResult | undefined;
};

type VisitRequest = Pick<FetchRequest, 'address' | 'etag' | 'lastModified'> & {
  mayBeSitemap?: boolean | undefined;
};

export type VisitTools = SiteTools & { selectors: ContentSelectors };

export const NOT_MODIFIED = { kind: 'not-modified', reason: 'not modified' } as const;
const SITEMAP = 'a sitemap, not a page';
export const MAX_REDIRECTS = 10;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Media types of HTML pages. Some servers omit the type. */
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', '']);
/** Media types of start addresses that may be pages or sitemaps; the content decides. */
const XML_TYPE = /^(?:text|application)\/(?:[\w.-]+\+)?xml$/;
/** Title or first line of an error message of a server or content system, to which a copy of a site gives the status 200. */
const ERROR_TITLE =
  // cspell:disable-next-line
  /^(?:(?:error )?404(?: error)?\W*)?(?:403 forbidden|access forbidden|(?:page|object|(?<=404)) not found|(?:seite|objekt) nicht gefunden|page (?:non trouvée|introuvable)|pagina (?:non trovata|niet gevonden)|página n[oã]o? encontrada|nie znaleziono|ページが見つかりません|找不到|未找到)(?=[!.]?(?:$|\n|\s+[^\p{L}\p{N}\s]))/iu;
/** A page with a longer text explains such messages. */
const MAX_ERROR_LENGTH = 500;

/** Throws the reason of an aborted signal. Failures of the site or of a page are outcomes. */
export async function visit(
  { mayBeSitemap = false, ...request }: VisitRequest,
  tools: VisitTools,
): Promise<Visited | { kind: 'sitemap'; reason: string; body: Uint8Array; links?: never }> {
  const { fetcher, signal } = tools;
  const limits = mayBeSitemap
    ? { accepts: () => true, maxBytes: MAX_SITEMAP_BYTES, truncates: true }
    : { accepts: (type: string) => isPageType(type, request.address), maxBytes: MAX_PAGE_BYTES };
  try {
    const fetched = await fetchWithRetry(fetcher, { ...request, ...limits, signal });
    const isConditional = request.etag !== undefined || request.lastModified !== undefined;
    if (fetched.status === 304 && isConditional) return NOT_MODIFIED;
    if (mayBeSitemap && fetched.status === 200) {
      const mediaType = mediaTypeOf(fetched.contentType);
      if (isSitemap(fetched.body, mediaType)) return { kind: 'sitemap', reason: SITEMAP, body: fetched.body };
      if (XML_TYPE.test(mediaType)) return await htmlPage(request.address, fetched, tools);
    }
    return await readFetched(request.address, fetched, tools);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error);
  }
}

/** Throws an error that does not come from the site or the page. */
function failureOf(error: unknown): Visited {
  if (error instanceof LimitError) return { kind: 'failed', reason: error.message, unreachable: false };
  if (!(error instanceof FetchError)) throw error;
  const { code, message: reason } = error;
  if (['too-large', 'damaged', 'generated'].includes(code)) return { kind: 'excluded', reason };
  return { kind: 'failed', reason, unreachable: code === 'unreachable' };
}

/** Some servers send PDF files as downloads. */
const isPageType = (mediaType: string, address: string) =>
  HTML_TYPES.has(mediaType) ||
  mediaType === 'application/pdf' ||
  (/octet-stream|x-pdf|download/.test(mediaType) && /\.pdf(?:\?|$)/i.test(address));

function readFetched(address: string, fetched: Fetched, tools: VisitTools): Visited | Promise<Visited> {
  const { status, location, contentType } = fetched;
  if (status >= 300 && status < 400 && status !== 304) {
    const to = location === undefined ? null : pageAddress(location);
    if (to !== null) return { kind: 'redirect', to };
    return { kind: 'excluded', reason: `HTTP status ${status} without a usable address` };
  }
  if (status === 404 || status === 410) return { kind: 'excluded', reason: `HTTP status ${status}` };
  if (status !== 200) return { kind: 'failed', reason: `HTTP status ${status}`, unreachable: false };
  const mediaType = mediaTypeOf(contentType);
  if (!isPageType(mediaType, address)) return { kind: 'excluded', reason: `media type ${mediaType}` };
  return HTML_TYPES.has(mediaType) ? htmlPage(address, fetched, tools) : pdfPage(address, fetched, tools);
}

async function htmlPage(address: string, fetched: Fetched, tools: VisitTools): Promise<Visited> {
  const { body: html, contentType } = fetched;
  if (isSitemap(html, '')) return { kind: 'excluded', reason: SITEMAP };
  if (isJson(html)) return { kind: 'excluded', reason: 'JSON, not a page' };
  const { selectors, isolated, signal } = tools;
  const page = await readPage(isolated, { html, contentType, address, selectors }, signal);
  const header = robotsDirectives(fetched.robotsTags ?? []);
  const links = foundLinks({ ...page, nofollow: page.nofollow || header.nofollow });
  // Some pages refresh themselves at the same address.
  const refresh = page.refresh === undefined ? null : pageAddress(page.refresh, page.base);
  if (refresh !== null && refresh !== address) return { kind: 'redirect', to: refresh };
  if (page.noindex || header.noindex) return { kind: 'excluded', reason: 'noindex', links };
  const { document } = page;
  if (document.text === '' && document.description === undefined && document.image === undefined)
    return { kind: 'excluded', reason: 'no text in the main content', links };
  const isError = [document.title, document.text].some((text) => ERROR_TITLE.test(text));
  if (isError && document.text.length < MAX_ERROR_LENGTH)
    return { kind: 'excluded', reason: 'an error message, not a page', links };
  if (document.title === '') document.title = titleFrom(address);
  return {
    ...visitedPage({ ...document, candidates: page.candidates }, fetched),
    canonical: canonicalOf(address, page, fetched),
    links,
  };
}

async function pdfPage(address: string, fetched: Fetched, tools: VisitTools): Promise<Visited> {
  if (robotsDirectives(fetched.robotsTags ?? []).noindex) return { kind: 'excluded', reason: 'noindex' };
  const { text, title } = await readPdf(tools.isolated, fetched.body, tools.signal);
  if (text === '') return { kind: 'excluded', reason: 'no text in the PDF' };
  const members = { title: title || titleFrom(address), text, type: 'pdf', sections: [], attributes: {} };
  return visitedPage({ id: address, link: address, ...members }, fetched);
}

function visitedPage(document: Document, { etag, lastModified }: Fetched): VisitedPage {
  const contentHash = digest([document.title, document.text]);
  return { kind: 'page', document, hash: digest(document), contentHash, etag, lastModified };
}

/** Whether a page is JSON: static hosts need the name `index.html` for data too. */
function isJson(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder();
  // Nearly all pages are HTML, which need not be decoded here.
  if (!/^\s*[[{]/.test(decoder.decode(bytes.subarray(0, 1000)))) return false;
  try {
    return typeof JSON.parse(decoder.decode(bytes)) === 'object';
  } catch {
    return false;
  }
}

/** File name without extension, or the host. */
function titleFrom(address: string): string {
  const { pathname, host } = new URL(address);
  const segment = pathname.split('/').findLast((part) => part !== '') ?? host;
  return readableSegment(segment).replace(/\.\w{1,5}$/, '');
}

/** A linked address is followed if at least one of its link elements permits it. */
function foundLinks({ links, base, nofollow }: Pick<Page, 'links' | 'base' | 'nofollow'>): FoundLink[] {
  const followed = new Map<string, boolean>();
  let characters = 0;
  for (const link of links) {
    const address = pageAddress(link.href, base);
    if (address === null) continue;
    if (!followed.has(address)) characters += address.length;
    // The run would not remember further addresses.
    if (characters > MAX_ADDRESS_CHARACTERS) break;
    followed.set(address, followed.get(address) || !(nofollow || link.nofollow));
  }
  return [...followed].map(([address, isFollowed]) => ({ address, nofollow: !isFollowed }));
}

/** The address that a page or else its header names; undefined if it is the page itself. */
function canonicalOf(address: string, page: Page, { link = '' }: Fetched): string | undefined {
  // Addresses in the header may contain commas, which also separate its links.
  const [, headerHref] = /<([^<>]*)>[^<>]*;\s*rel\s*=\s*"?canonical/i.exec(link) ?? [];
  const href = page.canonical ?? headerHref;
  const canonical = href ? pageAddress(href, page.base) : null;
  return canonical !== null && canonical !== address ? canonical : undefined;
}
