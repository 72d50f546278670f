/** Feeds of search results: Atom (RFC 4287) and JSON Feed 1.1. Pure. */
import type { ResultDocument } from '@semantic-search/engine';

/** Feed readers keep earlier entries, so a feed needs only those since their last request. */
export const MAX_FEED_ENTRIES = 50;

export interface FeedContent {
  title: string;
  /** Stable address of the feed without a token, its identity. */
  id: string;
  /** Address that a reader requests. */
  self: string;
  /** Date of an empty feed, and of documents without a date or time of writing; milliseconds since 1970. */
  created: number;
  documents: Pick<ResultDocument, 'id' | 'title' | 'description' | 'link' | 'date' | 'written'>[];
}

/** Time of the newest entry, in milliseconds since 1970. */
export function updatedAt({ documents, created }: FeedContent): number {
  const times = documents.map(({ date, written }) => date ?? written ?? created);
  return Math.max(created, ...times);
}

export function atomFeed(feed: FeedContent): string {
  const { title, id, self } = feed;
  const entries = feed.documents.map((document) => atomEntry(entryOf(document, feed)));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${timeOf(updatedAt(feed))}</updated>`,
    `<author><name>${escapeXml(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

function atomEntry({ id, title, summary, link, updated }: ReturnType<typeof entryOf>): string {
  const text = escapeXml(summary);
  const shownSummary = text && `<summary>${text}</summary>`;
  const linked = link && `<link rel="alternate" href="${escapeXml(link)}"/>${shownSummary}`;
  // An entry without a link needs content (RFC 4287, section 4.1.2).
  const body = linked ?? `<content>${text}</content>`;
  return `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><updated>${updated}</updated>${body}</entry>`;
}

export function jsonFeed(feed: FeedContent): string {
  const items = feed.documents.map((document) => {
    const { id, title, summary, link, updated } = entryOf(document, feed);
    return { id, ...(link !== null && { url: link }), title, content_text: summary, date_published: updated };
  });
  const version = 'https://jsonfeed.org/version/1.1';
  return JSON.stringify({ version, title: feed.title, feed_url: feed.self, items });
}

function entryOf(
  { id, title, description, link, date, written }: FeedContent['documents'][number],
  { created }: FeedContent,
) {
  const address = /^https?:/i.test(link) && URL.canParse(link) ? uriOf(new URL(link)) : null;
  return {
    // An identifier has to be an IRI (RFC 4287, section 4.2.6).
    id: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(id) ? id : `urn:document:${encodeURIComponent(id)}`,
    title: (title || id).toWellFormed(),
    // Without a link, the summary is the content; some readers show markup if it is empty.
    summary: (description || (address === null ? title || id : '')).toWellFormed(),
    link: address,
    updated: timeOf(date ?? written ?? created),
  };
}

/** The URL in the characters of RFC 3986. Browsers allow more, and percent signs without a code. */
function uriOf({ href }: URL): string {
  return href.replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]|%(?![\da-f]{2})/gi, encodeURIComponent);
}

const MIN_YEAR_1_MS = Date.parse('0001-01-01');
const MAX_YEAR_9999_MS = Date.UTC(9999, 11, 31);

/** The time as RFC 3339 writes it. Its years have four digits, so other times become the first or the last one. */
function timeOf(milliseconds: number): string {
  return new Date(Math.min(MAX_YEAR_9999_MS, Math.max(MIN_YEAR_1_MS, milliseconds))).toISOString();
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the control characters that XML 1.0 does not allow, or that readers take for characters of Windows. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character]!);
}
