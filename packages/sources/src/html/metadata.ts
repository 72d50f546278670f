/** Metadata of a page: title, description, date, image, language, type and breadcrumbs. */
import { documentDate } from '../metadata-values.ts';
import { declaredValues } from './declared-values.ts';
import { elementText } from './page-text.ts';
import { type StructuredData, structuredData } from './structured-data.ts';
import type { PageElement, PageTree } from './tree.ts';

export interface Metadata {
  title: string;
  description?: string;
  date?: string;
  image?: string;
  language?: string;
  type?: string;
  breadcrumbs?: string[];
  attributes: Record<string, string[]>;
  warnings?: string[];
}

const DATE_NAMES = [
  ...[
    'date',
    'dc.date',
    'dcterms.date',
    'dcterms.issued',
    'dc.date.issued',
    'dcterms.created',
    'dc.date.created',
  ],
  ...['citation_publication_date', 'citation_date', 'pubdate', 'publishdate', 'publication_date'],
];

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

/** `base` resolves relative addresses of images. */
export function metadata(tree: PageTree, tags: MetaTags, base: string): Metadata {
  const data = structuredData(tree);
  const breadcrumbs = data.breadcrumbs?.length ? data.breadcrumbs : visibleBreadcrumbs(tree);
  const { title, description, date, image, ...declared } = declaredValues(tree);
  const language = languageOf(tree, tags, data);
  const found = {
    description:
      description?.[0] ?? tags.get('description') ?? tags.get('og:description') ?? data.description,
    ...documentDate([date?.[0], ...writtenDates(tree, tags, data)], language),
    image: absolute(image?.[0] ?? tags.get('og:image') ?? tags.get('twitter:image') ?? data.image, base),
    language,
    type: data.type ?? typeOf(tags),
    breadcrumbs: breadcrumbs.length > 0 ? breadcrumbs : undefined,
  };
  const present = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  return {
    ...present,
    title: title?.[0] ?? titleOf(tree, tags, data),
    attributes: { ...authors(tree, data), ...declared } as Record<string, string[]>,
  };
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

function titleOf(tree: PageTree, tags: MetaTags, data: StructuredData): string {
  const heading = firstText(tree.named.get('h1') ?? []);
  const element = tree.named.get('title')?.[0];
  const shown = (element?.children.filter((child) => typeof child === 'string') ?? []).join('');
  const titles = [tags.get('og:title') ?? '', shown].map((text) => text.replace(/\s+/g, ' ').trim());
  const siteNames = [tags.get('og:site_name'), tags.get('application-name'), data.siteName];
  const [title] = titles.filter((text) => text !== '');
  if (title === undefined) return heading || (data.title ?? '');
  return withoutSiteName(
    title,
    siteNames.filter((name) => name !== undefined),
    heading,
  );
}

/** What separates the title of a page from the name of the site. */
const TITLE_SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' • ', ' :: ', ' » ', ' « ', ' / '];

/** Removes a known name of the site at either end, or all that follows the page's main heading. */
function withoutSiteName(title: string, siteNames: readonly string[], heading: string): string {
  const lower = title.toLowerCase();
  for (const name of siteNames.map((each) => each.trim().toLowerCase()).filter((each) => each !== '')) {
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

function writtenDates(tree: PageTree, tags: MetaTags, data: StructuredData): (string | undefined)[] {
  const time = tree.named.get('time')?.find(({ attribs }) => 'pubdate' in attribs);
  const named = Map.groupBy(metaContents(tree), ([name]) => name);
  return [
    data.published,
    tags.get('article:published_time'),
    // The first element of a name may be unreadable.
    ...DATE_NAMES.flatMap((name) => named.get(name) ?? []).map(([, content]) => content),
    data.modified,
    tags.get('article:modified_time'),
    tags.get('last-modified'),
    time && (time.attribs.datetime ?? elementText(time)),
  ];
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

function absolute(address: string | undefined, base: string): string | undefined {
  const url = address ? URL.parse(address, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** In labels and class names, in several languages. */
// cspell:disable-next-line
const BREADCRUMBS = /breadcrumb|brotkr(?:ü|ue)mel|brotkrumen|fil d.ariane|kruimel|migas de pan|brödsmul/i;
/** Separators of the items, which some pages write as text, and spaces. */
const BREADCRUMB_SEPARATORS = new Set(' \u00a0>/|\u00bb\u203a\u00b7\u2192');
const MAX_BREADCRUMBS = 20;
/** Items with or without a name. */
const MAX_CANDIDATES = 100;

/** The texts of the list items, or else of the links; empty if the page shows none. */
function visibleBreadcrumbs({ named }: PageTree): string[] {
  const candidates = [...(named.get('nav') ?? []), ...(named.get('ol') ?? []), ...(named.get('ul') ?? [])];
  const trail = candidates.find(({ attribs }) =>
    BREADCRUMBS.test(`${attribs['aria-label'] ?? ''} ${attribs.class ?? ''} ${attribs.id ?? ''}`),
  );
  if (!trail) return [];
  const items = descendants(trail, 'li');
  const names = (items.length > 0 ? items : descendants(trail, 'a'))
    .slice(0, MAX_CANDIDATES)
    .map((item) => withoutSeparators(elementText(item)))
    .filter((name) => name !== '');
  return names.length <= MAX_BREADCRUMBS ? names : [];
}

/** Outermost descendants of this name, in document order. */
function descendants({ children }: PageElement, name: string, result: PageElement[] = []): PageElement[] {
  for (const child of children) {
    if (typeof child === 'string') continue;
    if (child.name === name) result.push(child);
    else descendants(child, name, result);
  }
  return result;
}

function withoutSeparators(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && BREADCRUMB_SEPARATORS.has(text[begin]!)) begin += 1;
  while (end > begin && BREADCRUMB_SEPARATORS.has(text[end - 1]!)) end -= 1;
  return text.slice(begin, end);
}
