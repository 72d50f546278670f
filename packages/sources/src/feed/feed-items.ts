/** Items of RSS, Atom and RDF in one form. */
import { plainText } from '../html/extract-page.ts';
import { pageText } from '../html/tree/page-text.ts';
import { elements, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Absent members were not found. */
export interface FeedItem {
  /** Absolute or relative address of the page. */
  link: string | undefined;
  /** Resolves the addresses of the item (`xml:base`); absolute, or relative to that of the feed. */
  base?: string | undefined;
  /** Identifier that the feed gives to the item. */
  identifier: string | undefined;
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

export interface Feed extends Pick<FeedItem, 'base' | 'language'> {
  items: FeedItem[];
  /** Of items without authors (RFC 4287, section 4.2.1). */
  authors: string[];
  /** Address of the following page (RFC 5005, section 3; JSON Feed `next_url`). */
  next: string | undefined;
}

const MAX_ITEMS = 100_000;
/** Elements of all formats; those of Atom have a prefix if the feed declares one. */
const TITLES = ['title', 'atom:title', 'dc:title', 'media:title'];
const SUMMARIES = [
  ...['description', 'summary', 'dc:description', 'atom:summary', 'atom:description', 'media:description'],
];
const CONTENTS = ['content:encoded', 'content', 'atom:content'];
const DATES = [
  ...['pubDate', 'pubdate', 'published', 'atom:published', 'issued', 'atom:issued', 'dc:date'],
  ...['dcterms:issued', 'dcterms:created', 'updated', 'atom:updated', 'modified', 'atom:modified'],
];

/** Throws if the text is not a feed. */
export function parseItems(text: string): Feed {
  const records: XmlElement[] = [];
  const { root } = parseXml(text, {
    roots: ['rss', 'feed', 'rdf'],
    records: ['item', 'entry'],
    onRecord: (record) => void (records.length < MAX_ITEMS && records.push(record)),
  });
  const kind = root?.name.toLowerCase();
  if (!root || (kind !== 'rss' && kind !== 'feed' && kind !== 'rdf'))
    throw new Error(`not a feed: the root element is ${root?.name ?? 'missing'}`);
  const isAtom = kind === 'feed';
  const channel = elements(root).find(({ name }) => name === 'channel') ?? root;
  const attribute = (name: string) => channel.attribs[name] ?? root.attribs[name];
  return {
    items: records.map((record) => feedItem(record, { isAtom })),
    language: texts(channel, 'language', 'dc:language')[0] ?? attribute('xml:lang'),
    authors: isAtom ? authorsOf(root) : [],
    base: attribute('xml:base'),
    next: named(channel, 'link', 'atom:link').find(({ attribs: { rel } }) => rel === 'next')?.attribs.href,
  };
}

function feedItem(item: XmlElement, { isAtom }: { isAtom: boolean }): FeedItem {
  const { attribs } = item;
  const readText = isAtom ? typedText : htmlText;
  const [title, summary, content] = [TITLES, SUMMARIES, CONTENTS].map((names) => named(item, ...names)[0]);
  const [guid] = named(item, 'guid');
  const [identifier = attribs['rdf:about']] = texts(item, 'guid', 'id', 'atom:id');
  const isAddress = guid !== undefined && guid.attribs.isPermaLink?.trim().toLowerCase() !== 'false';
  const picture = named(item, 'enclosure', 'media:content').find(
    ({ attribs: { type, medium } }) => type?.startsWith('image/') || medium === 'image',
  );
  return {
    link: linkOf(item) ?? (isAddress ? identifier : undefined),
    base: attribs['xml:base'],
    identifier,
    title: title && (isAtom ? typedText(title) : htmlText(title, titleText)),
    summary: summary && readText(summary),
    content: content && readText(content),
    dates: texts(item, ...DATES),
    image: named(item, 'media:thumbnail')[0]?.attribs.url ?? picture?.attribs.url,
    language: texts(item, 'dc:language')[0] ?? attribs['xml:lang'],
    authors: authorsOf(item),
    categories: named(item, 'category', 'atom:category', 'dc:subject')
      .map((category) => category.attribs.label ?? category.attribs.term ?? trimmedText(category))
      .filter((category) => category !== ''),
  };
}

/** Of `jane@example.org (Jane Doe)`, the name. An address alone is no name. */
function authorsOf(owner: XmlElement): string[] {
  const creators = texts(owner, 'dc:creator');
  if (creators.length > 0) return creators;
  const names = named(owner, 'author', 'itunes:author', 'atom:author').map((author) => {
    const [name = ''] = texts(author, 'name', 'atom:name');
    const text = elements(author).length > 0 ? name : trimmedText(author);
    return /\(([^()]+)\)\s*$/.exec(text)?.[1]?.trim() ?? text;
  });
  return [...new Set(names)].filter((name) => name !== '' && !/^[^\s@]+@\S+$/.test(name));
}

/** RSS has the address as text, Atom as an attribute. */
function linkOf(item: XmlElement): string | undefined {
  const pages = named(item, 'link', 'atom:link').filter(
    ({ attribs: { rel = 'alternate' } }) => rel === 'alternate',
  );
  return pages.map((link) => trimmedText(link) || link.attribs.href?.trim()).find(Boolean);
}

/** Text is HTML in RSS, whether it is escaped or not. `read` reads the escaped one. */
function htmlText(element: XmlElement, read = plainText): string {
  const isEscaped = elements(element).length === 0;
  return isEscaped ? read(withoutCdata(textOf(element))) : pageText([element], () => false).text;
}

/** A text of Atom is plain unless its type says otherwise. */
function typedText(element: XmlElement): string {
  const { qualifiedName, attribs } = element;
  const isOfAtom = qualifiedName === element.name || qualifiedName.startsWith('atom:');
  const isPlain = isOfAtom && /^text(?:\/plain)?$/.test(attribs.type ?? 'text');
  return htmlText(element, isPlain ? (text) => text.replace(/\s+/g, ' ').trim() : plainText);
}

const TAG = /<(\/?)([a-z][a-z0-9-]*)(?:[^<>a-z0-9-][^<>]*)?>/gi;
/** Elements that are complete without an end tag. */
const SINGLE = new Set(['area', 'br', 'hr', 'img', 'input', 'li', 'p', 'wbr']);

/** Titles are often plain text: `Using the <details> element` means the tag, because it has no end. */
function titleText(html: string): string {
  const names = { start: new Set<string>(), end: new Set<string>() };
  for (const [, slash, name = ''] of html.matchAll(TAG))
    names[slash ? 'end' : 'start'].add(name.toLowerCase());
  const literal = html.replaceAll(TAG, (tag: string, slash: string, written: string) => {
    const name = written.toLowerCase();
    const isMarkup = SINGLE.has(name) || names[slash ? 'start' : 'end'].has(name) || tag.endsWith('/>');
    return isMarkup ? tag : tag.replace('<', '&lt;');
  });
  return plainText(literal);
}

/** Without the marks of a CDATA section that the feed has escaped. */
function withoutCdata(text: string): string {
  return /^\s*<!\[CDATA\[(.*)\]\]>\s*$/s.exec(text)?.[1] ?? text;
}

/** Children with one of the qualified names, in the order of the names. */
function named(element: XmlElement, ...names: string[]): XmlElement[] {
  const children = elements(element);
  return names.flatMap((name) => children.filter(({ qualifiedName }) => qualifiedName === name));
}

function texts(element: XmlElement, ...names: string[]): string[] {
  return named(element, ...names)
    .map(trimmedText)
    .filter((text) => text !== '');
}

function trimmedText(element: XmlElement): string {
  return textOf(element).trim();
}
