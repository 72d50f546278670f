/** Crawler of websites and built folders. */

export { fetchResource } from '../fetch/fetch-with-retry.ts';
export { FetchError, type Fetched, type Fetcher, type FetchRequest, mediaTypeOf } from '../fetch/fetcher.ts';
export { type HttpFetcherOptions, httpFetcher } from '../fetch/http-fetcher.ts';
export { pageAddress } from './address.ts';
export {
  type CrawlOptions,
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
} from './crawl-options.ts';
export { crawler } from './crawler.ts';
export { folderFetcher, folderPages } from './folder-fetcher.ts';
export { betweenRuns, isIndexed } from './page-state.ts';
export { type Trial, tryAddress } from './try-address.ts';
