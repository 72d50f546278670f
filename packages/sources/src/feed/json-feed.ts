/** JSON Feed 1.0 and 1.1. */
import { plainText } from '../html/extract-page.ts';
import type { Feed, FeedItem } from './feed-items.ts';

type Json = Record<string, unknown>;

/** Throws if the text is not a JSON feed. */
export function jsonFeed(source: string): Feed {
  const feed = JSON.parse(source) as Json;
  const { items } = feed;
  if (!Array.isArray(items) || !/feed/i.test(`${feed.version}`)) throw new Error('not a JSON feed');
  return {
    items: items.filter(isObject).map(jsonItem),
    language: text(feed.language),
    authors: authorsOf(feed),
    next: text(feed.next_url),
  };
}

function jsonItem(item: Json): FeedItem {
  const html = text(item.content_html);
  return {
    link: text(item.url) ?? text(item.external_url),
    identifier: text(item.id),
    title: text(item.title),
    summary: text(item.summary),
    content: html === undefined ? text(item.content_text) : plainText(html),
    dates: [text(item.date_published), text(item.date_modified)].filter((date) => date !== undefined),
    image: text(item.image) ?? text(item.banner_image),
    language: text(item.language),
    authors: authorsOf(item),
    categories: Array.isArray(item.tags) ? item.tags.map(text).filter((tag) => tag !== undefined) : [],
  };
}

function authorsOf({ authors, author }: Json): string[] {
  const listed = [...(Array.isArray(authors) ? authors : []), author].filter(isObject);
  return [...new Set(listed.map(({ name }) => text(name)).filter((name) => name !== undefined))];
}

/** Numbers are identifiers that were not quoted. */
function text(value: unknown): string | undefined {
  const written = typeof value === 'number' ? `${value}` : value;
  return typeof written === 'string' && written.trim() !== '' ? written.trim() : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
