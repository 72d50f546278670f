/** Items of a feed as documents: RSS, Atom, RDF and JSON Feed, read in the isolated process. */
import type { Fetched } from '../fetch/fetcher.ts';
import { plainText } from '../html/extract-page.ts';
import { decodeMarkup } from '../html/tree/decode.ts';
import { pageText } from '../html/tree/page-text.ts';
import { documentDate, isRecord, isWebAddress, languageTag, withoutUndefined } from '../metadata-values.ts';
import type { Document } from '../source.ts';
import { elements, linkOf, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** The response of the feed page at this address. */
export type FeedResponse = Pick<Fetched, 'body' | 'contentType'> & { address: string };

export interface FeedPage {
  /** Items in their order; a text is the reason why an item has no document. */
  items: (Document | string)[];
  /** Absolute address of the following page (RFC 5005, section 3; JSON Feed `next_url`). */
  next: string | undefined;
}

type Feed = ReturnType<typeof xmlFeed>;
type FeedItem = ReturnType<typeof xmlItem>;

const MAX_ITEMS = 100_000;
const ROOTS = ['rss', 'feed', 'rdf'];
/** Date elements of all formats; the publication date comes first, the date of a change last. */
const DATES = ['pubDate', 'pubdate', 'published', 'issued', 'date', 'created', 'updated', 'modified'];
export const feedItemsModule = import.meta.url;

/** Called in the isolated process. Throws if the response is not a feed. */
export default ({ body, contentType, address }: FeedResponse): FeedPage => {
  const text = decodeMarkup(body, contentType);
  const feed = text.trimStart().startsWith('{') ? jsonFeed(text) : xmlFeed(text);
  const base = resolveAddress(feed.base, address) ?? address;
  return {
    items: feed.items.map((item) => feedDocument(item, feed, resolveAddress(item.base, base) ?? base)),
    next: resolveAddress(feed.next, base),
  };
};

function resolveAddress(address: string | undefined, base: string): string | undefined {
  return address === undefined ? undefined : URL.parse(address, base)?.href;
}

/** The document, or the reason why the item has none. */
function feedDocument(item: FeedItem, feed: Feed, base: string): Document | string {
  const link = resolveAddress(item.link, base) ?? '';
  const id = isWebAddress(link) ? link : item.identifier;
  if (!id) return 'the item has neither a link nor an identifier';
  const { title, summary = '', content = '', categories } = item;
  const text = content || summary;
  if (!title && !text) return 'the item has neither a title nor a text';
  const language = languageTag(item.language ?? feed.language ?? '');
  const author = item.authors.length > 0 ? item.authors : feed.authors;
  const attributes = Object.entries({ author, category: categories });
  return withoutUndefined({
    id,
    link: isWebAddress(id) ? id : undefined,
    title: title || id,
    description: content && summary ? summary : undefined,
    text,
    ...documentDate(item.dates, language),
    language,
    image: resolveAddress(item.image, base),
    subjects: categories.length > 0 ? categories : undefined,
    sections: [],
    attributes: Object.fromEntries(attributes.filter(([, values]) => values.length > 0)),
  });
}

function xmlFeed(xml: string) {
  const records: XmlElement[] = [];
  const { root } = parseXml(xml, {
    roots: ROOTS,
    records: ['item', 'entry'],
    onRecord: (record) => records.length < MAX_ITEMS && records.push(record),
  });
  const kind = root?.name.toLowerCase() ?? 'missing';
  if (!root || !ROOTS.includes(kind))
    throw new Error(`not a feed: the root element is ${root?.name ?? kind}`);
  const channel = allNamed(root, 'channel')[0] ?? root;
  const isAtom = kind === 'feed';
  return {
    items: records.map((record) => xmlItem(record, isAtom ? atomText : htmlText)),
    language: textsNamed(channel, 'language')[0] ?? channel.attribs['xml:lang'] ?? root.attribs['xml:lang'],
    /** Authors for items that have none (RFC 4287, section 4.2.1). */
    authors: isAtom ? authorsOf(root) : [],
    /** Base address of links; may be relative to the feed's address. */
    base: channel.attribs['xml:base'] ?? root.attribs['xml:base'],
    next: allNamed(channel, 'link').find(({ attribs }) => attribs.rel === 'next')?.attribs.href,
  };
}

function xmlItem(item: XmlElement, readText: (element: XmlElement) => string) {
  const { attribs } = item;
  // An element with a `url` describes a picture, even if its prefix is not `media:`.
  const firstNamed = (...names: string[]) => allNamed(item, ...names).find(({ attribs }) => !attribs.url);
  const title = firstNamed('title');
  const firstText = (...names: string[]) => {
    const element = firstNamed(...names);
    return element && readText(element);
  };
  const [identifier = attribs['rdf:about']] = textsNamed(item, 'guid', 'id');
  const [guid] = allNamed(item, 'guid');
  const isAddress = guid !== undefined && guid.attribs.isPermaLink?.trim().toLowerCase() !== 'false';
  const isPicture = ({ name, attribs: { type = '', medium } }: XmlElement) =>
    name === 'media:thumbnail' || type.startsWith('image/') || medium === 'image';
  const picture = allNamed(item, 'media:thumbnail', 'enclosure', 'media:content').find(isPicture);
  return {
    link: linkOf(item) ?? (isAddress ? identifier : undefined),
    base: attribs['xml:base'],
    identifier,
    title: title && titleText(title, readText),
    summary: firstText('description', 'summary', 'media:description'),
    content: firstText('encoded', 'content'),
    dates: textsNamed(item, ...DATES),
    image: picture?.attribs.url,
    language: textsNamed(item, 'language')[0] ?? attribs['xml:lang'],
    authors: authorsOf(item),
    categories: allNamed(item, 'category', 'subject')
      .map((category) => category.attribs.label ?? category.attribs.term ?? textOf(category).trim())
      .filter((category) => category !== ''),
  };
}

/** Names of authors; `Jane Doe` from `jane@example.org (Jane Doe)`. A mail address alone is omitted. */
function authorsOf(owner: XmlElement): string[] {
  const creators = textsNamed(owner, 'creator');
  if (creators.length > 0) return creators;
  const names = allNamed(owner, 'author').map((author) => {
    const text = elements(author).length > 0 ? (textsNamed(author, 'name')[0] ?? '') : textOf(author).trim();
    return /\(([^()]+)\)\s*$/.exec(text)?.[1]?.trim() ?? text;
  });
  return [...new Set(names)].filter((name) => name !== '' && !/^[^\s@]+@\S+$/.test(name));
}

/** Text of an RSS element, which is HTML, escaped or not. */
function htmlText(element: XmlElement): string {
  const isEscaped = elements(element).length === 0;
  return isEscaped ? plainText(writtenText(element)) : pageText([element], () => false).text;
}

/** A text of Atom is plain unless its type says otherwise. */
function atomText(element: XmlElement): string {
  const isPlain = /^text(?:\/plain)?$/.test(element.attribs.type ?? 'text');
  return isPlain ? writtenText(element).replaceAll(/\s+/g, ' ') : htmlText(element);
}

/** The text of a title, which is plain text or HTML. `Using the <details> element` is plain text, because the tag is not closed. */
function titleText(title: XmlElement, readText: (element: XmlElement) => string): string {
  const titleMarkup = writtenText(title);
  const start = titleMarkup.slice(0, Math.max(0, titleMarkup.lastIndexOf('</')));
  const isMarkup =
    /<[a-z]/i.test(start) ||
    /\/>|&[#\w]+;|<(?:br|hr|img|p|wbr)\b/i.test(titleMarkup) ||
    elements(title).length > 0;
  return isMarkup ? readText(title) : titleMarkup.replaceAll(/\s+/g, ' ');
}

/** The text as written, without the marks of an escaped CDATA section. */
function writtenText(element: XmlElement): string {
  const text = textOf(element).trim();
  return (/^<!\[CDATA\[(.*?)(?:\]\]>)?$/s.exec(text)?.[1] ?? text).trim();
}

/** Children with one of the names, even in a `media:group` as in video feeds, in the order of the names. */
function allNamed(element: XmlElement, ...names: string[]): XmlElement[] {
  const membersOf = (child: XmlElement) => (child.name === 'media:group' ? elements(child) : child);
  const children = elements(element).flatMap(membersOf);
  return names.flatMap((name) => children.filter((child) => child.name === name));
}

function textsNamed(element: XmlElement, ...names: string[]): string[] {
  return allNamed(element, ...names)
    .map((child) => textOf(child).trim())
    .filter((text) => text !== '');
}

function jsonFeed(source: string): Feed {
  const feed = JSON.parse(source) as Record<string, unknown>;
  const { items } = feed;
  if (!Array.isArray(items) || !/feed/i.test(`${feed.version}`)) throw new Error('not a JSON feed');
  return {
    items: items.slice(0, MAX_ITEMS).filter(isRecord).map(jsonItem),
    language: jsonText(feed.language),
    authors: jsonAuthors(feed),
    base: undefined,
    next: jsonText(feed.next_url),
  };
}

function jsonItem(item: Record<string, unknown>): FeedItem {
  const html = jsonText(item.content_html);
  return {
    link: jsonText(item.url) ?? jsonText(item.external_url),
    base: undefined,
    identifier: jsonText(item.id),
    title: jsonText(item.title),
    summary: jsonText(item.summary),
    content: html === undefined ? jsonText(item.content_text) : plainText(html),
    dates: jsonTexts([item.date_published, item.date_modified]),
    image: jsonText(item.image) ?? jsonText(item.banner_image),
    language: jsonText(item.language),
    authors: jsonAuthors(item),
    categories: jsonTexts(item.tags),
  };
}

function jsonAuthors({ authors, author }: Record<string, unknown>): string[] {
  const listed = [authors, author].flat().filter(isRecord);
  return [...new Set(jsonTexts(listed.map(({ name }) => name)))];
}

/** Text of a JSON value; a number is an identifier without quotation marks. */
function jsonText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}` : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function jsonTexts(values: unknown): string[] {
  return Array.isArray(values) ? values.map(jsonText).filter((text) => text !== undefined) : [];
}
