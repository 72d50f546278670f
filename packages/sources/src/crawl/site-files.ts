/** Files that describe a site: robots.txt and sitemaps, requested with redirects. */
import { extname } from 'node:path';
import { followRedirects } from '../fetch/fetch-with-retry.ts';
import { FetchError, type Fetched, type Fetcher, type FetchRequest } from '../fetch/fetcher.ts';
import type { IsolatedProcess } from '../isolation/index.ts';
import { pageAddress } from './address.ts';
import { allowAll, MAX_ROBOTS_BYTES, type RobotsRules, robotsRules, robotsText } from './robots.ts';
import { MAX_SITEMAP_BYTES, type Sitemap, type SitemapPage } from './sitemap.ts';

const module = new URL(`./sitemap-module${extname(import.meta.url)}`, import.meta.url);
const MAX_SITEMAPS = 1000;

export interface SitemapResult {
  pages: SitemapPage[];
  /** Sitemaps that could not be read. */
  failures: { address: string; reason: string }[];
  /** What was repaired in others. */
  problems: { address: string; reason: string }[];
}

export interface SiteFiles {
  /** Rules of the origin of an address. Throws if they cannot be known (RFC 9309, section 2.3.1.4). */
  robots(address: string): Promise<RobotsRules>;
  /** Pages of the sitemaps and of those that they list. */
  sitemaps(addresses: readonly string[]): Promise<SitemapResult>;
}

export function siteFiles(fetcher: Fetcher, isolated: IsolatedProcess, signal: AbortSignal): SiteFiles {
  const rules = new Map<string, Promise<RobotsRules>>();

  async function readRobots(origin: string): Promise<RobotsRules> {
    const address = `${origin}/robots.txt`;
    const { status, body } = await fetchFile({ address, maxBytes: MAX_ROBOTS_BYTES, truncates: true });
    if (status === 200) return robotsRules(robotsText(body));
    if (status >= 400 && status < 500 && status !== 429) return allowAll;
    throw new FetchError('unreachable', `${address}: HTTP status ${status}, so nothing may be requested`);
  }

  async function fetchFile(file: Omit<FetchRequest, 'accepts' | 'signal'>): Promise<Fetched> {
    const found = await followRedirects(fetcher, { ...file, accepts: () => true, signal });
    // After too many redirects, a file counts as missing (RFC 9309, section 2.3.1.2).
    return found?.fetched ?? { status: 404, contentType: '', body: new Uint8Array() };
  }

  async function readSitemap(address: string) {
    const { status, body } = await fetchFile({ address, maxBytes: MAX_SITEMAP_BYTES, truncates: true });
    if (status !== 200) throw new Error(`HTTP status ${status}`);
    return isolated.call<Sitemap>(module, body, signal);
  }

  return {
    robots(address) {
      const { origin } = new URL(address);
      const known = rules.get(origin) ?? readRobots(origin);
      rules.set(origin, known);
      return known;
    },
    async sitemaps(addresses) {
      const result: SitemapResult = { pages: [], failures: [], problems: [] };
      const queue = [...addresses];
      const seen = new Set<string>();
      for (const address of queue) {
        if (seen.has(address) || seen.size >= MAX_SITEMAPS) continue;
        seen.add(address);
        try {
          const { pages, sitemaps, problems } = await readSitemap(address);
          if (problems.length > 0)
            result.problems.push({ address, reason: `sitemap: ${problems.join('; ')}` });
          for (const page of pages) {
            const resolved = pageAddress(page.address, address);
            if (resolved !== null) result.pages.push({ ...page, address: resolved });
          }
          for (const each of sitemaps) queue.push(pageAddress(each, address) ?? each);
        } catch (error) {
          signal.throwIfAborted();
          result.failures.push({ address, reason: `sitemap: ${(error as Error).message}` });
        }
      }
      return result;
    },
  };
}
