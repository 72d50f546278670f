/** Documents from websites, feeds and repositories. */
export { pageAddress } from './crawl/address.ts';
export {
  type CrawlOptions,
  DEFAULT_DELAY_MS,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PAGES,
} from './crawl/crawl-options.ts';
export { crawler } from './crawl/crawler.ts';
export { folderFetcher, folderPages } from './crawl/folder-fetcher.ts';
export { betweenRuns, isIndexed } from './crawl/page-state.ts';
export { ownDocument, type SiteModel, SiteSurvey } from './crawl/site-model/site-model.ts';
export { type Trial, tryAddress } from './crawl/try-address.ts';
export { type FeedOptions, feedSource, requireFeed } from './feed/feed-source.ts';
export { FetchError, type Fetched, type Fetcher, type FetchRequest } from './fetch/fetcher.ts';
export { type HttpFetcherOptions, httpFetcher } from './fetch/http-fetcher.ts';
export * from './html/index.ts';
export { identify, type OaiOptions, oaiSource } from './oai/oai-source.ts';
export type { AddressState, Document, Item, Section, Skipped, Source, SourceState } from './source.ts';
export { isSkipped } from './source.ts';
export { parseSynonyms, type SynonymFile } from './synonym-rules.ts';
