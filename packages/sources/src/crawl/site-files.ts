/** Files that describe a site: robots.txt and sitemaps, requested with redirects. */
import { followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetched, type Fetcher } from '../fetch/fetcher.ts';
import type { IsolatedProcess } from '../isolation/isolated-process.ts';
import { MAX_ADDRESS_CHARACTERS, pageAddress } from './address.ts';
import { allowAll, MAX_ROBOTS_BYTES, type RobotsRules, robotsRules, robotsText } from './robots.ts';
import { MAX_SITEMAP_BYTES, type Sitemap, type SitemapPage, sitemapModule } from './sitemap.ts';

/** Maximum number of sitemaps that are read together; later ones are ignored. */
const MAX_SITEMAPS = 1000;

export type SiteTools = { fetcher: Fetcher; isolated: IsolatedProcess; signal: AbortSignal };
/** Pages of several sitemaps, and the sitemaps that could not be read. */
export type SitemapResult = { pages: SitemapPage[]; failures: { address: string; reason: string }[] };
export type SiteFiles = ReturnType<typeof siteFiles>;

export function siteFiles(tools: SiteTools) {
  const rules = new Map<string, Promise<RobotsRules>>();
  const originsOfSitemaps = new Set<string>();

  /** Throws if the rules of the origin cannot be known (RFC 9309, section 2.3.1.4). They are requested once in a run. */
  function robots(address: string): Promise<RobotsRules> {
    const { origin } = new URL(address);
    if (!rules.has(origin)) rules.set(origin, readRobots(origin, tools));
    return rules.get(origin)!;
  }

  return {
    robots,
    /** Pages of the sitemaps that robots.txt names, or of `/sitemap.xml`; undefined after the first call for an origin. */
    async sitemapsOf(address: string): Promise<SitemapResult | undefined> {
      const { origin } = new URL(address);
      if (originsOfSitemaps.has(origin)) return undefined;
      originsOfSitemaps.add(origin);
      // If robots.txt cannot be read, the visit of the page fails with the reason.
      const { sitemaps } = await robots(address).catch(() => allowAll);
      const hrefOf = (name: string) => URL.parse(name, name[0] === '/' ? origin : undefined)?.href ?? [];
      const addresses = sitemaps.flatMap(hrefOf);
      if (addresses.length > 0) return readSitemaps(addresses, tools);
      // A missing sitemap.xml is not a failure.
      return { ...(await readSitemaps([`${origin}/sitemap.xml`], tools)), failures: [] };
    },
    /** Pages of a sitemap, and of the sitemaps that it lists. */
    readSitemap: (address: string, body: Uint8Array) => readSitemaps([address], tools, body),
  };
}

async function readRobots(origin: string, tools: SiteTools): Promise<RobotsRules> {
  const address = `${origin}/robots.txt`;
  const { status, body } = await fetchFile(address, MAX_ROBOTS_BYTES, tools);
  if (status === 200) return robotsRules(origin, robotsText(body));
  // After too many redirects, a file counts as missing (RFC 9309, section 2.3.1.2).
  if (status >= 300 && status < 500 && status !== 429) return allowAll;
  throw new FetchError('unreachable', `${address}: HTTP status ${status}, so nothing may be requested`);
}

/** `firstBody` is the body of the first address, if it is known. */
async function readSitemaps(addresses: string[], tools: SiteTools, firstBody?: Uint8Array) {
  const result: SitemapResult = { pages: [], failures: [] };
  const queue = new Set(addresses);
  let characters = 0;
  // The loop also visits the addresses that it adds.
  for (const address of queue) {
    // The run would not remember more addresses.
    if (characters > MAX_ADDRESS_CHARACTERS) break;
    try {
      const body = (address === addresses[0] && firstBody) || (await sitemapBody(address, tools));
      const { pages, sitemaps } = await tools.isolated.call<Sitemap>(sitemapModule, body, tools.signal);
      for (const page of pages) {
        const resolved = pageAddress(page.address, address);
        if (resolved === null) continue;
        result.pages.push({ ...page, address: resolved });
        characters += resolved.length;
      }
      for (const sitemap of sitemaps.slice(0, Math.max(0, MAX_SITEMAPS - queue.size)))
        queue.add(pageAddress(sitemap, address) ?? sitemap);
    } catch (error) {
      tools.signal.throwIfAborted();
      result.failures.push({ address, reason: `sitemap: ${(error as Error).message}` });
    }
  }
  return result;
}

async function sitemapBody(address: string, tools: SiteTools): Promise<Uint8Array> {
  const { status, body } = await fetchFile(address, MAX_SITEMAP_BYTES, tools);
  if (status !== 200) throw new Error(`HTTP status ${status}`);
  return body;
}

async function fetchFile(address: string, maxBytes: number, tools: SiteTools): Promise<Fetched> {
  const request = { address, maxBytes, accepts: () => true, truncates: true, signal: tools.signal };
  return (await followRedirects(tools.fetcher, request)).fetched;
}
