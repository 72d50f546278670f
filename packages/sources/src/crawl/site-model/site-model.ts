/** Model of a site: what its pages share, such as lines and names in titles, and documents without it. */
import { dateOfLine } from '../../html/date-line.ts';
import { beginnings, endings, spacedBeginnings, spacedEndings, withoutSiteName } from '../../html/titles.ts';
import { documentDate, onlyTag, withoutUndefined } from '../../metadata-values.ts';
import type { Document } from '../../source.ts';
import { type FolderNames, FolderSurvey, folderTrail, segmentsOf } from './folder-categories.ts';
import { RepeatedPages } from './repeated-pages.ts';

/** Stored as JSON from one run to the next. */
export interface SiteModel {
  /** Shared texts by the language of the pages, which is empty for pages without one. */
  languages: Record<string, SharedTexts>;
  /** Descriptions, titles and headings that describe the site, not a page. */
  descriptions: string[];
  dates: string[];
  images: string[];
  folders: FolderNames;
  /** Names of the attributes that have numbers on all pages; facets show their values as ranges. */
  numbers: string[];
}

interface SharedTexts {
  /** Keys of lines; see `lineKey`. */
  lines: string[];
  /** Beginning and end of most titles, with the separator, and the whole title of most pages. */
  prefix: string;
  suffix: string;
  title?: string;
  /** Breadcrumbs at the top of most trails, such as the start page. */
  roots: string[];
  /** Names of the publisher, and the type of nearly all pages. */
  authors: string[];
  type?: string | undefined;
  /** The only variant of the language, without its country: `ja-jp` is `ja`. Empty if the texts are in another language. */
  tag?: string;
}

/** A document with the candidates for its title, dates and images. */
type ComparedDocument = Document & Required<Pick<Document, 'candidates'>>;

/** Maximum number of sampled pages for each language, and length of all their texts, which are in memory. */
const MAX_SAMPLE_PAGES = 200;
const MAX_SAMPLE_LENGTH = 20_000_000;
/** With fewer pages, a shared text may be what the pages are about. */
export const MIN_SITE_PAGES = 3;
/** Lines on more than this share of a language's pages belong to the frame of the site. */
const MIN_FRAME_SHARE = 1 / 2;
/** Share of all pages from which a date is the build date, and an author or type that of the site. Half may be revised on one day. */
const MIN_BUILD_SHARE = 9 / 10;
/** A title, a description or a picture on more than this share of all pages describes the site, not a page. */
const MIN_SITE_SHARE = 1 / 20;
const MIN_PICTURE_SHARE = 1 / 10;
/** Maximum numbers of shared lines, of languages, and of those whose shared titles are compared with each title. */
const MAX_LINES = 1000;
const MAX_LANGUAGES = 1000;
const MAX_TITLE_LANGUAGES = 10;
/** Themes declare English by default. These words are 6 to 23 % of the words of English sites, and 1 % on other sites. */
const ENGLISH_WORDS = /\b(?:the|of|and|to|is|that|with|this|are|you)\b/gi;
const MIN_ENGLISH_SHARE = 0.03;
/** A short line with a letter that does not end like a sentence. */
const TITLE_LINE = /^\P{L}{0,40}\p{L}.{0,80}[^.!?:。！？：]$/u;
/** The language of a shorter sample is not doubted. */
const MIN_WORDS = 200;

/** First pass over the documents of a run; the second one takes `ownDocument` of each. */
export class SiteSurvey {
  documentCount = 0;
  /** Sampled pages by language. */
  readonly #sample = new Map<string, ComparedDocument[]>();
  #sampleLength = 0;
  readonly #folders = new FolderSurvey();
  readonly repeatedPages = new RepeatedPages();
  /** Whether all values so far are numbers, by the name of their attribute. */
  readonly #areNumbers = new Map<string, boolean>();

  add(document: Document): void {
    const { text, candidates } = document;
    this.documentCount += 1;
    this.repeatedPages.add(document);
    if (!candidates) return;
    this.#folders.add(document);
    for (const [name, values] of Object.entries(document.attributes))
      this.#areNumbers.set(name, (this.#areNumbers.get(name) ?? true) && values.every(isNumber));
    const language = languageOf(document);
    const pages = this.#sample.get(language) ?? [];
    if (pages.length >= MAX_SAMPLE_PAGES || this.#sampleLength >= MAX_SAMPLE_LENGTH) return;
    pages.push({ ...document, candidates });
    this.#sample.set(language, pages);
    this.#sampleLength += text.length;
  }

  model(): SiteModel {
    const pages = [...this.#sample.values()].flat();
    const textsOf = ({ candidates }: ComparedDocument) => [...candidates.descriptions, ...candidates.titles];
    const descriptions = sharedValues(pages, textsOf, MIN_SITE_SHARE);
    const sample = [...this.#sample].slice(0, MAX_LANGUAGES);
    const languages = sample.map(([name, group]) => [name, sharedTexts(group, descriptions)]);
    const site: SiteModel = {
      languages: Object.fromEntries(languages),
      descriptions,
      dates: sharedValues(pages, ({ candidates }) => candidates.dates, MIN_BUILD_SHARE),
      images: sharedValues(pages, ({ candidates }) => candidates.images, MIN_PICTURE_SHARE),
      folders: {},
      numbers: [...this.#areNumbers].filter(([, areNumbers]) => areNumbers).map(([name]) => name),
    };
    return { ...site, folders: this.#folders.names((document) => ownDocument(document, site).title) };
  }
}

/** Whether a value is a number; postal codes such as `01067` and versions such as `1.10` are not. */
function isNumber(value: string | number): boolean {
  return `${Number(value)}` === `${value}` && Number.isFinite(Number(value));
}

/** The document without what it shares with the others. Documents of feeds and repositories stay as they are. */
export function ownDocument(document: Document, model: SiteModel): Document {
  const { candidates, breadcrumbs = [], date: _, warnings: __, ...page } = document;
  if (!candidates) return document;
  const texts = model.languages[languageOf(document)];
  const [writtenTitle = ''] = candidates.titles;
  const siteNames = [texts?.title, texts?.suffix.replace(/^[^\p{L}\p{N}]+/u, '')];
  const isUntitled = writtenTitle && segmentsOf(page)[0] && siteNames.includes(writtenTitle);
  const [distinctTitle] = withoutShared(candidates.titles.slice(isUntitled ? 1 : 0), model.descriptions);
  const title = distinctTitle ?? ((isUntitled && firstTitleLine(page.text, texts?.lines)) || writtenTitle);
  // Too few pages of a language may have the name of the site to find it there.
  const groups = new Set([texts, ...Object.values(model.languages).slice(0, MAX_TITLE_LANGUAGES)]);
  const [shortTitle] = [...groups].flatMap((group) => (group && ownTitle(title, group)) ?? []);
  const firstOwn = breadcrumbs.findIndex((name) => !texts?.roots.includes(name));
  const categories = firstOwn < 0 ? folderTrail(page, model.folders) : breadcrumbs.slice(firstOwn);
  return withoutUndefined({
    ...page,
    title: shortTitle ?? (title === writtenTitle ? page.title : title),
    language: (texts?.tag ?? page.language) || undefined,
    type: page.type === texts?.type ? undefined : page.type,
    ...(texts && !candidates.isChosen && ownContent(page, texts.lines)),
    description: withoutShared(candidates.descriptions, model.descriptions)[0],
    ...documentDate(withoutShared(candidates.dates, model.dates), page.language),
    image: withoutShared(candidates.images, model.images)[0],
    breadcrumbs: categories.length > 0 ? categories : undefined,
    attributes: ownAttributes(page.attributes, texts?.authors ?? [], model.numbers),
  });
}

function withoutShared(values: readonly string[], shared: readonly string[]): string[] {
  return values.filter((value) => !shared.includes(value));
}

/** The attributes without the names of the publisher; values that are numbers on all pages become numbers. */
function ownAttributes(attributes: Document['attributes'], authors: string[], numbers: string[]) {
  const ownEntries = Object.entries(attributes).map(([name, values]) => {
    if (name === 'author') return [name, values.filter((author) => !authors.includes(`${author}`))] as const;
    // The model of an earlier run may name an attribute that now has a text.
    const areNumbers = numbers.includes(name) && values.every(isNumber);
    return [name, areNumbers ? values.map(Number) : values] as const;
  });
  return Object.fromEntries(ownEntries.filter(([, values]) => values.length > 0));
}

/** The language without its country or script; empty if the document has none. */
function languageOf({ language = '' }: Document): string {
  return language.split('-')[0]!.toLowerCase();
}

function sharedTexts(documents: readonly ComparedDocument[], descriptions: readonly string[]): SharedTexts {
  const longestPart = (partsOf: (title: string) => string[]) => {
    const partsOfTitle = ({ candidates }: ComparedDocument) =>
      partsOf(withoutShared(candidates.titles, descriptions)[0] ?? '');
    const parts = sharedValues(documents, partsOfTitle, MIN_FRAME_SHARE);
    return parts.sort((a, b) => b.length - a.length)[0] ?? '';
  };
  const trails = documents.filter(({ breadcrumbs = [] }) => breadcrumbs.length > 0);
  // The pages in `zh-TW` have another frame than the pages in `zh-CN`.
  const variants = [...Map.groupBy(documents, ({ language }) => language).values()];
  const groups = variants.length > 1 ? [documents, ...variants] : variants;
  const linesOf = ({ text }: Document) => text.split('\n').map(lineKey);
  const lines = new Set(groups.flatMap((group) => sharedValues(group, linesOf, MIN_FRAME_SHARE)));
  const authorsOf = ({ attributes: { author = [] } }: Document) => author.map(String);
  return withoutUndefined({
    lines: [...lines].slice(0, MAX_LINES),
    prefix: longestPart(beginnings),
    suffix: longestPart(endings),
    title: sharedValues(documents, ({ candidates }) => candidates.titles.slice(0, 1), MIN_FRAME_SHARE)[0],
    roots: sharedValues(trails, ({ breadcrumbs = [] }) => breadcrumbs.slice(0, 2), MIN_FRAME_SHARE),
    authors: sharedValues(documents, authorsOf, MIN_BUILD_SHARE),
    type: sharedValues(documents, ({ type = '' }) => [type], MIN_BUILD_SHARE)[0],
    tag: isWronglyTagged(documents) ? '' : onlyTag(documents.map(({ language }) => language)),
  });
}

/** Whether documents of one language declare English but have few English words. */
function isWronglyTagged(documents: readonly Document[]): boolean {
  if (languageOf(documents[0]!) !== 'en') return false;
  const sample = documents.map(({ text }) => text.slice(0, 1000)).join('\n');
  const wordCount = sample.match(/\p{L}+/gu)?.length ?? 0;
  return wordCount >= MIN_WORDS && (sample.match(ENGLISH_WORDS)?.length ?? 0) < wordCount * MIN_ENGLISH_SHARE;
}

type ValuesOf = (document: ComparedDocument) => Iterable<string>;

/** Values on more than this share of the documents. */
function sharedValues(documents: readonly ComparedDocument[], valuesOf: ValuesOf, share: number): string[] {
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const value of new Set(valuesOf(document))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isShared = (count: number) => count >= MIN_SITE_PAGES && count > documents.length * share;
  return [...counts].filter(([value, count]) => value !== '' && isShared(count)).map(([value]) => value);
}

/** Lines of code are not compared, because they repeat on the pages that explain it. */
const CODE = /[{}[\]=;$]/;

/** Key of a line without date and separators, so that all `Last updated: 3 May 2024` are equal; empty for code. */
function lineKey(line: string): string {
  if (CODE.test(line)) return '';
  const date = dateOfLine(line);
  const dateless = date === undefined ? line : line.replace(date, '#');
  // Most lines have single spaces only, which need no change.
  return /[^\S ]| {2}|[|·•]/.test(dateless) ? dateless.replaceAll(/[\s|·•]+/g, ' ') : dateless;
}

/** The title without what it shares with most titles, or with its end; undefined if nothing is shared or nothing would be left. */
function ownTitle(title: string, { prefix, suffix, title: siteName }: SharedTexts): string | undefined {
  const start = [prefix, ...spacedBeginnings(prefix).reverse()].find((part) => title.startsWith(part)) ?? '';
  const end = [suffix, ...spacedEndings(suffix)].find((part) => title.endsWith(part)) ?? '';
  const remainder = withoutSiteName(title.slice(start.length, title.length - end.length), [siteName], '');
  return remainder === '' || remainder === title ? undefined : remainder;
}

/** The first own line that may be a title, for a site that gives all pages one title. Home pages keep that title. */
function firstTitleLine(text: string, sharedLines: readonly string[] = []): string | undefined {
  const isTitle = (line: string) => TITLE_LINE.test(line) && dateOfLine(line) === undefined;
  return text.split('\n').find((line) => isTitle(line) && !sharedLines.includes(lineKey(line)));
}

/** Text and sections without shared lines. Headings above own text stay; a page without own text is unchanged. */
function ownContent({ text, sections }: Document, sharedLines: readonly string[]) {
  const sharedKeys = new Set(sharedLines);
  const isShared = (line: string) => sharedKeys.has(lineKey(line));
  const ownLines = (part: string) => part.split('\n').filter((line) => !isShared(line));
  const ownSections = sections
    .map((section) => ({ ...section, text: ownLines(section.text).join('\n') }))
    .filter((section) => section.text !== '' || !isShared(section.heading));
  const headings = new Set(ownSections.map(({ heading }) => heading));
  const lines = text.split('\n').filter((line) => headings.has(line) || !isShared(line));
  const ownText = lines.join('\n');
  return ownText === '' ? {} : { text: ownText, sections: ownSections };
}
