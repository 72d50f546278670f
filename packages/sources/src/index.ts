/** Entry point: documents from websites, feeds and repositories, and synonym files. */
export { type FeedOptions, feedSource, requireFeed } from './feed/feed-source.ts';
export * from './html/index.ts';
export { identify, type OaiOptions, oaiSource } from './oai/oai-source.ts';
export { parseSynonyms, type SynonymFile } from './synonym-rules.ts';
export * from './websites.ts';
