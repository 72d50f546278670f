/** Entry point for crawls. Programs load the readers of HTML, feeds and repositories only when needed. */
export { pageAddress } from './crawl/address.ts';
export * from './crawl/crawl-options.ts';
export { crawler } from './crawl/crawler.ts';
export { folderFetcher, folderPages } from './crawl/folder-fetcher.ts';
export { betweenRuns } from './crawl/page-state.ts';
export { MIN_SITE_PAGES, ownDocument, type SiteModel, SiteSurvey } from './crawl/site-model/site-model.ts';
export { type Trial, tryAddress } from './crawl/try-address.ts';
export { FetchError, type Fetched, type Fetcher, type FetchRequest } from './fetch/fetcher.ts';
export { type HttpFetcherOptions, httpFetcher } from './fetch/http-fetcher.ts';
export type { AddressState, Document, Item, Section, Skipped, Source, SourceState } from './source.ts';
export { isSkipped, uploadedDocument } from './source.ts';
