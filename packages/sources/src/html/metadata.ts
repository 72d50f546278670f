/** Metadata of a page: title, description, date, image, language, type and breadcrumbs. */
import { readDate } from '@semantic-search/query/dates';
import { documentDate } from '../metadata-values.ts';
import type { Candidates, Document } from '../source.ts';
import { visibleBreadcrumbs } from './breadcrumbs.ts';
import { dateOfLine } from './date-line.ts';
import { declaredValues } from './declared-values.ts';
import type { MainContent } from './main-content.ts';
import { type StructuredData, structuredData } from './structured-data.ts';
import { elementText } from './tree/page-text.ts';
import { ownOrInherited, type PageElement, type PageTree } from './tree/tree.ts';

/** Members of a document that are not its text. */
export type Metadata = Omit<Document, 'id' | 'link' | 'text' | 'sections' | 'candidates'>;

const PUBLISHED_NAMES = [
  ...['article:published_time', 'date', 'dc.date', 'dcterms.date', 'dcterms.issued', 'dc.date.issued'],
  ...['dcterms.created', 'dc.date.created', 'citation_publication_date', 'citation_date', 'pubdate'],
  ...['publishdate', 'publication_date'],
];
const MODIFIED_NAMES = ['article:modified_time', 'dcterms.modified', 'dc.date.modified', 'last-modified'];

/** Contents of the `meta` elements by lower-case name or property; the first of each name. */
export type MetaTags = ReadonlyMap<string, string>;

export function metaTags(tree: PageTree): MetaTags {
  const tags = new Map<string, string>();
  for (const [name, content] of metaContents(tree)) if (!tags.has(name)) tags.set(name, content);
  return tags;
}

function* metaContents({ named }: PageTree): Iterable<[name: string, content: string]> {
  for (const { attribs } of named.get('meta') ?? []) {
    const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'])?.toLowerCase();
    const content = attribs.content?.trim();
    if (name && content) yield [name, content];
  }
}

/** `content` and `lines` are the main content and its text; `base` resolves relative addresses of images. */
export function metadata(
  tree: PageTree,
  tags: MetaTags,
  { content, lines, base }: { content: MainContent; lines: readonly string[]; base: string },
): { metadata: Metadata; candidates: Candidates } {
  const data = structuredData(tree);
  const declaredTrail = data.breadcrumbs?.filter((name) => name.trim() !== '') ?? [];
  const breadcrumbs = declaredTrail.length > 0 ? declaredTrail : visibleBreadcrumbs(content.menus);
  const { title, description, date, image, ...declared } = declaredValues(tree);
  const language = languageOf(tree, tags, data);
  const contents = new Set(content.elements);
  const isInContent = ownOrInherited((element) => contents.has(element));
  const metaImages = [image?.[0], tags.get('og:image'), tags.get('twitter:image'), data.image];
  const images = [...metaImages, ...largeImages(tree, isInContent)].map((address) => absolute(address, base));
  const titleTag = titleAsWritten(tree, tags);
  const candidates = {
    title: title ? '' : titleTag,
    descriptions: present([
      description?.[0],
      tags.get('description'),
      tags.get('og:description'),
      data.description,
    ]),
    dates: present([
      date?.[0],
      ...declaredDates(tree, data),
      ...shownTimes(tree, isInContent),
      ...writtenDates(lines, firstText(tree.named.get('h1') ?? []), language),
    ]),
    images: present(images),
    isChosen: content.isChosen,
  };
  const values = {
    description: candidates.descriptions[0],
    ...documentDate(candidates.dates, language),
    image: candidates.images[0],
    language,
    type: data.type ?? typeOf(tags),
    breadcrumbs: breadcrumbs.length > 0 ? breadcrumbs : undefined,
  };
  return {
    metadata: {
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
      title: title?.[0] ?? titleOf(titleTag, tree, tags, data),
      attributes: { ...authors(tree, data), ...declared } as Record<string, string[]>,
    },
    candidates,
  };
}

const MAX_CANDIDATES = 10;

function present(values: readonly (string | undefined)[]): string[] {
  const texts = values.filter((value): value is string => value !== undefined && value.trim() !== '');
  return [...new Set(texts)].slice(0, MAX_CANDIDATES);
}

const AUTHOR_NAMES = new Set([
  'author',
  'citation_author',
  'dc.creator',
  'dcterms.creator',
  'article:author',
]);
const MAX_AUTHORS = 50;
const MAX_AUTHOR_LENGTH = 200;

/** Names of people and organizations; some pages have the address of a profile instead. */
function authors(tree: PageTree, data: StructuredData): { author?: string[] } {
  const metaNames = [...metaContents(tree)]
    .filter(([name]) => AUTHOR_NAMES.has(name))
    .map(([, name]) => name);
  const links = (tree.named.get('a') ?? []).filter(({ attribs }) =>
    /(?:^|\s)author(?:\s|$)/i.test(attribs.rel ?? ''),
  );
  const candidates = [data.authors ?? [], metaNames, links.slice(0, MAX_AUTHORS).map(elementText)];
  for (const names of candidates) {
    const author = [...new Set(names)].filter(
      (name) => name !== '' && name.length <= MAX_AUTHOR_LENGTH && !/^(?:https?:)?\/\//i.test(name),
    );
    if (author.length > 0) return { author: author.slice(0, MAX_AUTHORS) };
  }
  return {};
}

function titleAsWritten(tree: PageTree, tags: MetaTags): string {
  const element = tree.named.get('title')?.[0];
  const directText = (element?.children.filter((child) => typeof child === 'string') ?? []).join('');
  const titles = [tags.get('og:title') ?? '', directText].map((text) => text.replace(/\s+/g, ' ').trim());
  return titles.find((text) => text !== '') ?? '';
}

function titleOf(titleTag: string, tree: PageTree, tags: MetaTags, data: StructuredData): string {
  const heading = firstText(tree.named.get('h1') ?? []);
  if (titleTag === '') return heading || (data.title ?? '');
  const siteNames = [tags.get('og:site_name'), tags.get('application-name'), data.siteName];
  const names = siteNames.filter((name) => name !== undefined);
  return withoutSiteName(titleTag, names, heading);
}

/** Separators between the title of a page and the name of the site. */
const TITLE_SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' • ', ' :: ', ' » ', ' « ', ' / '];

/** Removes a known name of the site at either end, or all that follows the page's main heading. */
function withoutSiteName(title: string, siteNames: readonly string[], heading: string): string {
  const lower = title.toLowerCase();
  for (const name of siteNames.map((text) => text.trim().toLowerCase()).filter((text) => text !== '')) {
    for (const separator of TITLE_SEPARATORS) {
      if (lower.endsWith(separator + name)) return title.slice(0, -(separator.length + name.length)).trim();
      if (lower.startsWith(name + separator)) return title.slice(name.length + separator.length).trim();
    }
  }
  const main = heading.toLowerCase();
  const isExtended = main !== '' && TITLE_SEPARATORS.some((separator) => lower.startsWith(main + separator));
  return isExtended ? title.slice(0, main.length) : title;
}

/** Pages have few main headings; the first ones may be empty. */
const MAX_HEADINGS = 100;

function firstText(headings: readonly PageElement[]): string {
  for (const heading of headings.slice(0, MAX_HEADINGS)) {
    const text = elementText(heading);
    if (text !== '') return text;
  }
  return '';
}

function declaredDates(tree: PageTree, data: StructuredData): (string | undefined)[] {
  const contentsByName = Map.groupBy(metaContents(tree), ([name]) => name);
  // The first element with a name may be unreadable, so all are read.
  const contents = (names: readonly string[]) =>
    names.flatMap((name) => contentsByName.get(name) ?? []).map(([, content]) => content);
  return [data.published, ...contents(PUBLISHED_NAMES), data.modified, ...contents(MODIFIED_NAMES)];
}

/** Maximum number of times, and of pictures, that are read from a page. */
const MAX_SHOWN_VALUES = 1000;

/** Class names of microformats. */
const PUBLISHED_CLASS = /(?:^|\s)(?:dt-)?published(?:\s|$)/i;

/** The time marked as the page's date, in the header of the content, or the only one in the content. */
function shownTimes({ named }: PageTree, isInContent: (element: PageElement) => boolean): string[] {
  const isPublished = ({ attribs }: PageElement) => PUBLISHED_CLASS.test(attribs.class ?? '');
  const times = (named.get('time') ?? []).slice(0, MAX_SHOWN_VALUES);
  const marked = times.filter(({ attribs }) => 'pubdate' in attribs);
  const body = times.filter(isInContent);
  const isInHeader = ownOrInherited(({ name }) => name === 'header');
  const abbreviations = (named.get('abbr') ?? []).slice(0, MAX_SHOWN_VALUES).filter(isInContent);
  const formats = [...body, ...abbreviations].filter(isPublished);
  const dateOf = (time: PageElement) =>
    time.attribs.datetime ?? ((isPublished(time) && time.attribs.title) || elementText(time));
  const single = (elements: PageElement[]) =>
    new Set(elements.slice(0, MAX_CANDIDATES).map(dateOf)).size === 1 ? elements : [];
  return [...marked, ...body.filter(isInHeader), ...single(formats), ...single(body)].slice(0, 1).map(dateOf);
}

/** Number of lines at the start of a text, after the heading, and at its end that may have the date of publication. */
const HEAD_LINES = 6;
const TAIL_LINES = 4;

function writtenDates(lines: readonly string[], heading: string, language: string | undefined): string[] {
  const head = Math.max(0, lines.indexOf(heading));
  const ends = [0, head].flatMap((start) => lines.slice(start, start + HEAD_LINES));
  ends.push(...lines.slice(head + HEAD_LINES).slice(-TAIL_LINES));
  const dates = ends.map(dateOfLine).filter((date) => date !== undefined);
  return dates.filter((date) => readDate(date, language) !== undefined);
}

const MIN_PICTURE_SIZE = 200;
/** File names of decorative images, such as the admonition signs and numbers of DocBook. */
const DECORATION =
  /logo|icon|avatar|badge|sprite|spacer|pixel|emoji|placeholder|\.svg|\.gif|\/(?:note|tip|important|caution|warning|\d{1,2})\.\w+$/i;

/** Pictures of the main content. Those without a size are large, unless their name says otherwise. */
function* largeImages(tree: PageTree, isInContent: (element: PageElement) => boolean): Iterable<string> {
  for (const image of (tree.named.get('img') ?? []).slice(0, MAX_SHOWN_VALUES)) {
    const { src, 'data-src': lazySrc, width, height, class: classes = '' } = image.attribs;
    const address = [lazySrc, src].find((source) => source && !source.startsWith('data:'));
    if (address === undefined || !isInContent(image)) continue;
    const sizes = [width, height].map((size) => Number.parseInt(size ?? '', 10)).filter((size) => size > 0);
    const isLarge =
      sizes.length > 0 ? sizes.every((size) => size >= MIN_PICTURE_SIZE) : !DECORATION.test(address);
    if (isLarge && !/emoji|icon|avatar|logo/i.test(classes)) yield address;
  }
}

function languageOf(tree: PageTree, tags: MetaTags, data: StructuredData): string | undefined {
  const { attribs } = tree.named.get('html')?.[0] ?? { attribs: {} as Record<string, string> };
  const candidates = [
    attribs.lang,
    attribs['xml:lang'],
    tags.get('content-language'),
    tags.get('og:locale'),
    data.language,
  ];
  return candidates
    .map((text) => text?.trim().replaceAll('_', '-') ?? '')
    .find((text) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i.test(text));
}

function typeOf(tags: MetaTags): string | undefined {
  const type = tags.get('og:type');
  return type === 'website' || type === 'object' ? undefined : type;
}

/** Browsers request the pictures of a secure page securely, whatever their scheme (W3C Mixed Content). */
function absolute(address: string | undefined, base: string): string | undefined {
  const url = address ? URL.parse(address, base) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (base.startsWith('https:')) url.protocol = 'https:';
  return url.href;
}
