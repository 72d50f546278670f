/** Feeds: RSS, Atom, JSON Feed and RDF. */
export { type FeedOptions, feedSource, requireFeed } from './feed-source.ts';
