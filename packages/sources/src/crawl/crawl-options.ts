/** Options of a crawl and their defaults. */
import type { Fetcher } from '../fetch/fetcher.ts';
import type { ContentSelectors } from '../html/main-content.ts';
import type { ScopeOptions } from './scope.ts';

export interface CrawlOptions extends ScopeOptions {
  /** Absolute addresses of pages and sitemaps. */
  starts: readonly string[];
  /** Other addresses of pages, such as the pages of a folder. */
  listed?: readonly string[];
  fetcher: Fetcher;
  selectors?: ContentSelectors;
  /** Maximum number of addresses that a run requests, without robots.txt and sitemaps. */
  maxPages?: number;
  /** Maximum number of links between a start address and a page. */
  maxDepth?: number;
  /** Milliseconds between the starts of requests to one host. A longer delay in robots.txt prevails. */
  delayMs?: number;
  /** Whether to read all pages again, even if they have not changed. */
  full?: boolean;
  /** Called after each address. The number of known addresses grows during the run. */
  onProgress?: (progress: { visited: number; known: number }) => void;
  /** Called at the end with the patterns that no address matched. */
  onUnusedPatterns?: (patterns: string[]) => void;
}

export const DEFAULT_MAX_PAGES = 20_000;
export const DEFAULT_MAX_DEPTH = 20;
export const DEFAULT_DELAY_MS = 100;
/** Increase this with every change of the documents of pages, so that a crawl reads and writes all of them again. */
export const PAGE_VERSION = 5;
