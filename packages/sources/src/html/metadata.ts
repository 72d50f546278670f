/** Metadata of a page: title, description, date, image, language, type and breadcrumbs. */
import { documentDate } from '../metadata-values.ts';
import { declaredValues } from './declared-values.ts';
import { elementText } from './page-text.ts';
import { type StructuredData, structuredData } from './structured-data.ts';
import { withoutSiteName } from './title.ts';
import type { PageElement, PageTree } from './tree.ts';
import { visibleBreadcrumbs } from './visible-breadcrumbs.ts';

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
  const { title, description, date, image, ...attributes } = declaredValues(tree);
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
    attributes: attributes as Record<string, string[]>,
  };
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
