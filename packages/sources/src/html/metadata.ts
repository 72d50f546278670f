/** Metadata of a page: title, description, date, image, language, type and breadcrumbs. */
import { readDate } from '@semantic-search/query/dates';
import { decodeHTML } from 'entities/decode';
import { documentDate, withoutUndefined } from '../metadata-values.ts';
import { visibleBreadcrumbs } from './breadcrumbs.ts';
import { dateOfLine } from './date-line.ts';
import { declaredValues } from './declared-values.ts';
import type { MainContent } from './main-content.ts';
import { structuredData } from './structured-data.ts';
import { withoutSiteName } from './titles.ts';
import { elementText } from './tree/page-text.ts';
import { childElements, ownOrInherited, type PageElement, type PageTree } from './tree/tree.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

const MAX_CANDIDATES = 10;

/** Contents of the `meta` elements by lower-case name or property. */
export type MetaTags = ReadonlyMap<string, string[]>;

export function metaTags({ named }: PageTree): MetaTags {
  const tags = new Map<string, string[]>();
  for (const { attribs } of named.get('meta') ?? []) {
    const name = (attribs.name ?? attribs.property ?? attribs['http-equiv'])?.trim().toLowerCase();
    const content = attribs.content?.trim();
    if (!name || !content) continue;
    tags.set(name, tags.get(name) ?? []);
    tags.get(name)!.push(content);
  }
  return tags;
}

/** `content` and `lines` are the main content and its text; `base` resolves relative addresses of images. */
export function metadata(
  tree: PageTree,
  tags: MetaTags,
  { content, lines, base }: { content: MainContent; lines: readonly string[]; base: string },
) {
  const data = structuredData(tree, base);
  const allContents = (names: readonly string[]) => names.flatMap((name) => tags.get(name) ?? []);
  const firstContents = (...names: string[]) => names.map((name) => tags.get(name)?.[0]);
  const { title, description, date, image, ...declared } = declaredValues(tree);
  const language = languageOf([...firstContents('content-language', 'og:locale'), data.language], tree);
  const heading = mainHeading(tree, base);
  const titles = titlesAsWritten(tree, tags);
  const siteNames = [...firstContents('og:site_name', 'application-name'), data.siteName];
  const contents = new Set(content.elements);
  const isInContent = ownOrInherited((element) => contents.has(element));
  const metaImages = [image?.[0], ...firstContents('og:image', 'twitter:image'), data.image];
  const images = [...metaImages, ...largeImages(tree, isInContent)].map((address) => absolute(address, base));
  const shownTitles = titles.map((text) => withoutSiteName(text, siteNames, heading));
  const metaDescriptions = firstContents('description', 'og:description');
  const candidates = {
    titles: title ? [] : distinct([titles[0], ...shownTitles.slice(1), heading]),
    descriptions: distinct([description?.[0], ...metaDescriptions, data.description]),
    // The first element with a name may be unreadable, so all are read.
    dates: distinct([
      ...[date?.[0], data.published, ...allContents(vocabulary.published)],
      ...[data.modified, ...allContents(vocabulary.modified)],
      shownTime(tree, isInContent),
      ...writtenDates(lines, heading, language),
      /\/((?:19|20)\d\d)\/(\d\d?)\/(\d\d?)\//.exec(base)?.slice(1).join('/'),
    ]).map((text) => documentDate([text], language).date ?? text),
    images: distinct(images),
    isChosen: content.isChosen,
  };
  const trail = data.breadcrumbs?.length ? data.breadcrumbs : visibleBreadcrumbs(content.menus, heading);
  const members = withoutUndefined({
    description: candidates.descriptions[0],
    ...documentDate(candidates.dates, language),
    image: candidates.images[0],
    language,
    type: typeName(data.type, language) ?? typeName(firstContents('og:type')[0], language),
    breadcrumbs: trail.length > 0 ? trail : undefined,
    title: title?.[0] ?? (shownTitles[0] || heading || data.title || ''),
  });
  const authors = authorNames(tree, [data.authors ?? [], allContents(vocabulary.authors)]);
  const attributes = { ...(authors && { author: authors }), ...declared } as Record<string, string[]>;
  return { metadata: { ...members, attributes }, candidates };
}

/** The name of a type in the language of the page. Other types, such as `FAQPage` and `website`, do not help readers. */
function typeName(type = '', language = 'en'): string | undefined {
  const known = Object.entries(vocabulary.typeNames).find(([end]) => type.toLowerCase().endsWith(end));
  return new Map(Object.entries(known?.[1] ?? {})).get(language.split('-')[0]!.toLowerCase());
}

/** Text of the first `h1` that has any. A page without a title may have an `h2` instead. */
function mainHeading({ named }: PageTree, base: string): string {
  const [h1 = [], h2 = [], titles = []] = ['h1', 'h2', 'title'].map((name) => named.get(name));
  const headings = h1.length > 0 || titles.length > 0 ? h1 : h2;
  const ownHeadings = headings.slice(0, MAX_CANDIDATES).filter((heading) => !isLinkUp(heading, base));
  return ownHeadings.map(elementText).find(Boolean) ?? '';
}

/** Whether a heading is a link to the start page, or to another page above this one, as the name of an old blog. */
function isLinkUp(heading: PageElement, base: string): boolean {
  const [link] = childElements(heading);
  if (link?.name !== 'a' || elementText(link) !== elementText(heading)) return false;
  const target = absolute(link.attribs.href, base)?.replace(/\/index\.\w+$/, '/') ?? '';
  return target.endsWith('/') && target !== base && base.startsWith(target);
}

function distinct(values: readonly (string | undefined)[]): string[] {
  const texts = values.filter((value): value is string => value !== undefined && value.trim() !== '');
  return [...new Set(texts)].slice(0, MAX_CANDIDATES);
}

const MAX_AUTHORS = 50;
const MAX_AUTHOR_LENGTH = 200;

/** Names of people and organizations from the first list that has any. Some pages have the address of a profile instead. */
function authorNames({ named }: PageTree, declared: readonly (readonly string[])[]): string[] | undefined {
  const links = (named.get('a') ?? []).filter(({ attribs: { rel = '' } }) => /\bauthor\b/i.test(rel));
  const isName = (name: string) =>
    name !== '' && name.length <= MAX_AUTHOR_LENGTH && !/^(?:https?:)?\/\//i.test(name);
  const lists = [...declared, links.slice(0, MAX_AUTHORS).map(elementText)];
  const nameLists = lists.map((names) => [...new Set(names)].filter(isName));
  return nameLists.find(({ length }) => length > 0)?.slice(0, MAX_AUTHORS);
}

/** The title for social media, and the title of the browser tab. Some templates escape its marks twice. */
function titlesAsWritten(tree: PageTree, tags: MetaTags): string[] {
  const element = tree.named.get('title')?.find(({ parent }) => parent?.name !== 'svg');
  const directText = (element?.children.filter((child) => typeof child === 'string') ?? []).join('');
  const decoded = [tags.get('og:title')?.[0] ?? '', directText].map((title) =>
    title.replaceAll(/&#\w+;/g, (mark) => decodeHTML(mark)).replaceAll('\u00ad', ''),
  );
  const titles = decoded.map((title) => title.replaceAll(/\s+/g, ' ').trim());
  return distinct(titles.map((title) => title.replaceAll(/^[-–—|·»] | [-–—|·«]$/g, '')));
}

/** Maximum number of times, and of pictures, that are read from a page. */
const MAX_SHOWN_VALUES = 1000;

/** The time in the header of the content, or else the only publication time, or else the only time. */
function shownTime({ named }: PageTree, isInContent: (element: PageElement) => boolean): string | undefined {
  const times = (named.get('time') ?? []).slice(0, MAX_SHOWN_VALUES).filter(isInContent);
  const inHeader = times.filter(ownOrInherited(({ name }) => name === 'header')).slice(0, 1);
  const published = times.filter(
    ({ attribs }) => 'pubdate' in attribs || /\bpublished\b/i.test(attribs.class ?? ''),
  );
  const dateOf = (time: PageElement) =>
    time.attribs.datetime ?? dateOfLine(elementText(time)) ?? elementText(time);
  const lists = [inHeader, published, times].map((list) => list.slice(0, MAX_CANDIDATES).map(dateOf));
  return lists.find((dates) => new Set(dates).size === 1)?.[0];
}

/** Number of lines at the start of a text, and from the heading on, that may have the date of publication. */
const HEAD_LINES = 6;

/** Dates in the first lines of the text and in the lines from the main heading on, or else the only date of all lines. */
function writtenDates(lines: readonly string[], heading: string, language: string | undefined): string[] {
  const starts = [0, Math.max(0, lines.indexOf(heading))];
  // An earlier date is part of a history, because no web page is older.
  const isOfWeb = (date: string) => (readDate(date, language)?.text ?? '') >= '1990';
  const datesIn = (part: readonly string[]) => part.flatMap((line) => dateOfLine(line) ?? []).filter(isOfWeb);
  const headDates = datesIn(starts.flatMap((start) => lines.slice(start, start + HEAD_LINES)));
  if (headDates.length > 0) return headDates;
  const dates = datesIn(lines.filter((line) => !line.endsWith('.')));
  return new Set(dates).size === 1 ? dates : [];
}

const MIN_PICTURE_SIZE_PX = 200;
/** File names of decorative images, such as the admonition signs and numbers of DocBook. */
const DECORATION =
  /logo|icon|avatar|badge|sprite|spacer|pixel|emoji|placeholder|\/(?:btn|button)[_-]|\.svg|\.gif|\/(?:note|tip|important|caution|warning|\d{1,2})\.\w{2,5}$/i;

/** Pictures of the main content. Those without a size are large, unless their name says otherwise. */
function* largeImages(tree: PageTree, isInContent: (element: PageElement) => boolean): Iterable<string> {
  for (const image of (tree.named.get('img') ?? []).slice(0, MAX_SHOWN_VALUES)) {
    const { src, srcset = '', width, height, class: classes = '' } = image.attribs;
    const lazy = ['data-src', 'data-lazy-src', 'data-original'].map((name) => image.attribs[name]);
    const sources = [...lazy, src, /[^\s,](?:\S*[^\s,])?/.exec(srcset)?.[0]];
    const address = sources.find((source) => source && !source.startsWith('data:'));
    if (address === undefined || !isInContent(image)) continue;
    const sizes = [width, height].map((size) => Number.parseInt(size ?? '', 10)).filter((size) => size > 0);
    // If the size is known, the address need not show whether the picture is decorative.
    const names = sizes.length > 0 ? classes : `${classes} ${address}`;
    if (sizes.every((size) => size >= MIN_PICTURE_SIZE_PX) && !DECORATION.test(names)) yield address;
  }
}

/** The first well-formed language tag: of the `html` element, or else another declared tag. */
function languageOf(declared: readonly (string | undefined)[], { named }: PageTree): string | undefined {
  const { attribs } = named.get('html')?.[0] ?? { attribs: {} as Record<string, string> };
  return [attribs.lang, attribs['xml:lang'], ...declared]
    .map((text) => text?.trim().replaceAll('_', '-') ?? '')
    .find((text) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i.test(text));
}

/** Browsers request the pictures of a secure page securely, whatever their scheme (W3C Mixed Content). */
function absolute(address: string | undefined, base: string): string | undefined {
  const url = address ? URL.parse(address, base) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (base.startsWith('https:')) url.protocol = 'https:';
  return url.href;
}
