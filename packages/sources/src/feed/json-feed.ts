/** JSON Feed 1.0 and 1.1. */
import type { Feed, FeedItem } from './feed-items.ts';
import { escapeHtml } from './inner-html.ts';

type Json = Record<string, unknown>;

/** Throws if the text is not a JSON feed. */
export function jsonFeed(source: string): Feed {
  const feed = JSON.parse(source) as Json;
  const { items } = feed;
  if (!Array.isArray(items) || !/jsonfeed|feed/i.test(`${feed.version}`)) throw new Error('not a JSON feed');
  return {
    items: items.filter(isObject).map(jsonItem),
    language: text(feed.language),
    authors: authorsOf(feed),
    base: undefined,
    next: text(feed.next_url),
  };
}

function jsonItem(item: Json): FeedItem {
  return {
    link: text(item.url) ?? text(item.external_url),
    base: undefined,
    identifier: text(item.id),
    title: plain(item.title),
    summary: plain(item.summary),
    content: text(item.content_html) ?? plain(item.content_text),
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

/** As HTML. */
function plain(value: unknown): string | undefined {
  const written = text(value);
  return written && escapeHtml(written);
}

/** Numbers are identifiers that were not quoted. */
function text(value: unknown): string | undefined {
  const written = typeof value === 'number' ? `${value}` : value;
  return typeof written === 'string' && written.trim() !== '' ? written.trim() : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
