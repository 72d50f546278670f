/** Documents of one page of a feed, read in the isolated process. */
import { decodeMarkup } from '../html/tree/decode.ts';
import { documentDate, isWebAddress, languageTag } from '../metadata-values.ts';
import type { Document } from '../source.ts';
import { type Feed, type FeedItem, parseItems } from './feed-items.ts';
import { jsonFeed } from './json-feed.ts';

export interface FeedResponse {
  body: Uint8Array;
  contentType: string;
  /** Of the page. */
  address: string;
}

export interface FeedPage {
  /** In their order; a text is the reason why the item has no document. */
  items: (Document | string)[];
  /** Absolute address of the following page. */
  next: string | undefined;
}

export const feedPageModule = import.meta.url;

/** Called in the isolated process. Throws if the response is not a feed. */
export default ({ body, contentType, address }: FeedResponse): FeedPage => {
  const text = decodeMarkup(body, contentType);
  const feed = text.trimStart().startsWith('{') ? jsonFeed(text) : parseItems(text);
  const base = resolvedBase(feed.base, address);
  return {
    items: feed.items.map((item) => feedDocument(item, feed, base)),
    next: feed.next === undefined ? undefined : URL.parse(feed.next, base)?.href,
  };
};

/** Bases are relative to the outer one (XML Base). One that is no address is ignored. */
function resolvedBase(given: string | undefined, outer: string): string {
  return (given !== undefined && URL.parse(given, outer)?.href) || outer;
}

/** The document, or the reason why the item has none. */
function feedDocument(item: FeedItem, feed: Feed, feedBase: string): Document | string {
  const base = resolvedBase(item.base, feedBase);
  const link = item.link === undefined ? null : URL.parse(item.link, base);
  const id = link && isWebAddress(link.href) ? link.href : item.identifier;
  if (!id) return 'the item has neither a link nor an identifier';
  const { title, summary = '', content = '', categories } = item;
  const text = content || summary;
  if (!title && !text) return 'the item has neither a title nor a text';
  const language = languageTag(item.language ?? feed.language ?? '');
  const image = item.image === undefined ? null : URL.parse(item.image, base);
  const authors = item.authors.length > 0 ? item.authors : feed.authors;
  return {
    id,
    ...(isWebAddress(id) && { link: id }),
    title: title || id,
    ...(content && summary && { description: summary }),
    text,
    ...documentDate(item.dates, language),
    ...(language && { language }),
    ...(image && { image: image.href }),
    ...(categories.length > 0 && { subjects: categories }),
    sections: [],
    attributes: {
      ...(authors.length > 0 && { author: authors }),
      ...(categories.length > 0 && { category: categories }),
    },
  };
}
