/** Items of RSS, Atom, JSON Feed and RDF in one form. */
import { elements, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { escapeHtml, innerHtml, withLiteralTags, withoutCdata } from './inner-html.ts';
import { jsonFeed } from './json-feed.ts';

export interface FeedItem {
  /** Absolute or relative address of the page. */
  link: string | undefined;
  /** Resolves the addresses of the item (`xml:base`); absolute, or relative to that of the feed. */
  base: string | undefined;
  /** Identifier that the feed gives to the item. */
  identifier: string | undefined;
  /** May be HTML, like `summary` and `content`. */
  title: string | undefined;
  summary: string | undefined;
  content: string | undefined;
  /** As written, the most telling first. */
  dates: string[];
  image: string | undefined;
  language: string | undefined;
  authors: string[];
  categories: string[];
}

export interface Feed {
  items: FeedItem[];
  language: string | undefined;
  /** Of items without authors (RFC 4287, section 4.2.1). */
  authors: string[];
  /** Resolves the addresses of the feed (`xml:base`); absolute, or relative to the address of the feed. */
  base: string | undefined;
  /** Address of the following page (RFC 5005, section 3; JSON Feed `next_url`). */
  next: string | undefined;
}

const MAX_ITEMS = 100_000;

/** Throws if the text is not a feed. */
export function parseItems(text: string): Feed {
  if (text.trimStart().startsWith('{')) return jsonFeed(text);
  const records: XmlElement[] = [];
  const { root } = parseXml(text, {
    roots: ['rss', 'feed', 'rdf'],
    records: ['item', 'entry'],
    onRecord: (record) => void (records.length < MAX_ITEMS && records.push(record)),
  });
  const kind = root?.local.toLowerCase();
  if (!root || (kind !== 'rss' && kind !== 'feed' && kind !== 'rdf'))
    throw new Error(`not a feed: the root element is ${root?.local ?? 'missing'}`);
  const channel = elements(root).find(({ local }) => local === 'channel') ?? root;
  return {
    items: records.map(kind === 'feed' ? atomItem : rssItem),
    language: first(channel, 'language', 'dc:language') ?? attribute([channel, root], 'xml:lang'),
    authors: kind === 'feed' ? atomAuthors(root) : [],
    base: attribute([channel, root], 'xml:base'),
    next: named(channel, 'link', 'atom:link').find(({ attributes: { rel } }) => rel === 'next')?.attributes
      .href,
  };
}

/** RSS of all versions, and RDF. */
function rssItem(item: XmlElement): FeedItem {
  const [guid] = named(item, 'guid');
  const identifier = guid && text(guid);
  const title = html(item, 'title') ?? html(item, 'dc:title') ?? html(item, 'media:title');
  const isAddress = guid?.attributes.isPermaLink?.trim().toLowerCase() !== 'false';
  const picture = named(item, 'enclosure', 'media:content').find(({ attributes: { type, medium } }) => {
    return type?.startsWith('image/') || medium === 'image';
  });
  return {
    link: linkOf(item) ?? (isAddress ? identifier : undefined),
    base: item.attributes['xml:base'],
    identifier: identifier || item.attributes['rdf:about'],
    title: title === undefined ? undefined : withLiteralTags(title),
    summary: html(item, 'description') ?? html(item, 'dc:description') ?? html(item, 'atom:summary'),
    content: html(item, 'content:encoded') ?? html(item, 'atom:content'),
    dates: all(
      item,
      'pubDate',
      'pubdate',
      'dc:date',
      'dcterms:issued',
      'dcterms:created',
      'atom:published',
      'atom:updated',
    ),
    image: named(item, 'media:thumbnail')[0]?.attributes.url ?? picture?.attributes.url,
    language: first(item, 'dc:language') ?? item.attributes['xml:lang'],
    authors: rssAuthors(item),
    categories: all(item, 'category', 'dc:subject'),
  };
}

/** Of `jane@example.org (Jane Doe)`, the name. An address alone is no name. */
function rssAuthors(item: XmlElement): string[] {
  const creators = all(item, 'dc:creator');
  if (creators.length > 0) return creators;
  const written = all(item, 'author', 'itunes:author', 'atom:author');
  const names = written.map((author) => /\(([^()]+)\)\s*$/.exec(author)?.[1]?.trim() ?? author);
  return [...new Set(names)].filter((name) => !/^[^\s@]+@\S+$/.test(name));
}

/** Elements of Atom have a prefix if the feed declares one. */
function atomItem(entry: XmlElement): FeedItem {
  const both = (name: string) => [name, `atom:${name}`];
  const [title, summary, content] = ['title', 'summary', 'content'].map((name) => {
    return asHtml(named(entry, ...both(name))[0]);
  });
  const categories = named(entry, ...both('category'), 'dc:subject');
  return {
    link: linkOf(entry),
    base: entry.attributes['xml:base'],
    identifier: first(entry, ...both('id')),
    title,
    summary: summary ?? html(entry, 'media:description'),
    content,
    dates: all(
      entry,
      ...both('published'),
      ...both('issued'),
      ...both('updated'),
      ...both('modified'),
      'dc:date',
    ),
    image: named(entry, 'media:thumbnail')[0]?.attributes.url,
    language: entry.attributes['xml:lang'],
    authors: atomAuthors(entry),
    categories: categories
      .map((each) => each.attributes.label ?? each.attributes.term ?? text(each))
      .filter((category) => category !== ''),
  };
}

function atomAuthors(owner: XmlElement): string[] {
  return named(owner, 'author', 'atom:author')
    .map((author) => first(author, 'name', 'atom:name'))
    .filter((name) => name !== undefined);
}

/** RSS has the address as text, Atom as an attribute. */
function linkOf(item: XmlElement): string | undefined {
  const pages = named(item, 'link', 'atom:link').filter(
    ({ attributes: { rel = 'alternate' } }) => rel === 'alternate',
  );
  return pages.map((link) => text(link) || link.attributes.href?.trim()).find(Boolean);
}

/** Text is HTML in RSS, whether it is escaped or not. */
function html(item: XmlElement, name: string): string | undefined {
  const [element] = named(item, name);
  return element && innerHtml(element);
}

/** Plain text has to be escaped, because all texts are read as HTML. */
function asHtml(element: XmlElement | undefined): string | undefined {
  if (!element) return undefined;
  const { type = 'text' } = element.attributes;
  const isText = (type === 'text' || type === 'text/plain') && elements(element).length === 0;
  return isText ? escapeHtml(withoutCdata(textOf(element))) : innerHtml(element);
}

function named(element: XmlElement, ...names: string[]): XmlElement[] {
  const children = elements(element);
  return names.flatMap((name) => children.filter((each) => each.name === name));
}

function all(element: XmlElement, ...names: string[]): string[] {
  return named(element, ...names)
    .map(text)
    .filter((value) => value !== '');
}

function first(element: XmlElement, ...names: string[]): string | undefined {
  return all(element, ...names)[0];
}

function text(element: XmlElement): string {
  return textOf(element).trim();
}

function attribute(owners: readonly XmlElement[], name: string): string | undefined {
  return owners.map(({ attributes }) => attributes[name]).find((value) => value !== undefined);
}
