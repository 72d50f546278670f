/** Model of a site: lines, names in titles, descriptions, dates and pictures that its pages share. */
import { dateOfLine } from '../../html/date-line.ts';
import { beginnings, endings, lettersOf } from '../../html/titles.ts';
import { digest } from '../../items.ts';
import { documentDate, onlyTag } from '../../metadata-values.ts';
import type { Document } from '../../source.ts';
import { type FolderNames, FolderSurvey, folderTrail } from './folder-categories.ts';

/** Stored as JSON from one run to the next. */
export interface SiteModel {
  /** By the language of the pages; empty for pages without one. */
  languages: Record<string, SharedTexts>;
  descriptions: string[];
  dates: string[];
  images: string[];
  folders: FolderNames;
  /** Attributes that have numbers on all pages, from which ranges are made. */
  numbers: string[];
}

interface SharedTexts {
  /** Keys of lines; see `lineKey`. */
  lines: string[];
  /** Begin and end of most titles, with the separator. */
  prefix: string;
  suffix: string;
  /** Breadcrumbs above those of most pages, such as the start page. */
  roots: string[];
  /** Names of the publisher. */
  authors: string[];
  /** The only variant of the language, without its country: `ja-jp` is `ja`. Empty if the texts are in another language. */
  tag?: string | undefined;
}

/** A document with the candidates for its title, dates and images. */
type ComparedDocument = Document & Required<Pick<Document, 'candidates'>>;

/** Pages of each language from which a model is learned, and the characters of all their texts, which are in memory. */
const SAMPLE_PAGES = 200;
const MAX_SAMPLE_LENGTH = 20_000_000;
/** With fewer pages, a shared text may be what the pages are about. */
const MIN_PAGES = 3;
/** Lines on more than this share of a language's pages belong to the frame of the site. */
const MIN_FRAME_SHARE = 1 / 2;
/** Share of all pages from which a date is the build date, and an author the publisher. Half may be revised on one day. */
const MIN_BUILD_SHARE = 9 / 10;
/** A description or picture on more than this share of all pages describes the site, not a page. */
const MIN_SITE_SHARE = 1 / 10;
const MAX_LINES = 1000;
/** Shorter pages are not all-in-one copies, as for printing. */
const MIN_COLLECTION_LENGTH = 20_000;
/** Share of a copy's text that must repeat other pages. A copy of a longer page has at least this share of its length. */
const MIN_REPEATED_SHARE = 0.6;
const MIN_REPEATED_PAGES = 3;
/** Letters and digits of a mark, which identifies a page; without spaces, as PDF files break lines differently. */
const MARK_LENGTH = 40;
const MAX_MARKS = 100_000;
/** Themes declare English by default. These words are 6 to 23 % of the words of English sites, and 1 % of those of others. */
const ENGLISH_WORDS = /\b(?:the|of|and|to|is|that|with|this|are|you)\b/gi;
const MIN_ENGLISH_SHARE = 0.03;
const MIN_WORDS = 200;
/** Number of the longest lines that show whether two pages have the same text. */
const COMPARED_LINES = 6;

/** First pass over the documents of a run; the second one takes `ownDocument` of each. */
export class SiteSurvey {
  /** Sampled pages by language. */
  readonly #sample = new Map<string, ComparedDocument[]>();
  readonly #folders = new FolderSurvey();
  /** Attributes by whether all values so far are numbers. */
  readonly #areNumbers = new Map<string, boolean>();
  #sampleLength = 0;
  /** The shortest page by the beginning of its longest line. A file has an infinite rank, so that pages replace it. */
  readonly #marks = new Map<string, { id: string; title: string; length: number; rank: number }>();
  /** Digests of the longest lines of pages, by address. */
  readonly #lines = new Map<string, string[]>();

  add(document: Document): void {
    const { id, title, text, candidates } = document;
    const mark = markOf(text);
    if (this.#lines.size < MAX_MARKS) this.#lines.set(id, lineDigests(document));
    const rank = candidates ? text.length : Infinity;
    const isKnown = (this.#marks.get(mark)?.rank ?? Infinity) < rank;
    if (mark.length === MARK_LENGTH && this.#marks.size < MAX_MARKS && !isKnown)
      this.#marks.set(mark, { id, title, length: text.length, rank });
    if (!candidates) return;
    this.#folders.add(document);
    for (const [name, values] of Object.entries(document.attributes))
      this.#areNumbers.set(name, (this.#areNumbers.get(name) ?? true) && values.every(isNumber));
    const language = languageOf(document);
    const pages = this.#sample.get(language) ?? [];
    if (pages.length >= SAMPLE_PAGES || this.#sampleLength >= MAX_SAMPLE_LENGTH) return;
    pages.push({ ...document, candidates });
    this.#sample.set(language, pages);
    this.#sampleLength += text.length;
  }

  model(): SiteModel {
    const numbers = [...this.#areNumbers].filter(([, areNumbers]) => areNumbers).map(([name]) => name);
    const pages = [...this.#sample.values()].flat();
    const site: SiteModel = {
      languages: Object.fromEntries([...this.#sample].map(([name, group]) => [name, sharedTexts(group)])),
      descriptions: sharedValues(pages, ({ candidates }) => candidates.descriptions, MIN_SITE_SHARE),
      dates: sharedValues(pages, ({ candidates }) => candidates.dates, MIN_BUILD_SHARE),
      images: sharedValues(pages, ({ candidates }) => candidates.images, MIN_SITE_SHARE),
      folders: {},
      numbers,
    };
    return { ...site, folders: this.#folders.names((document) => ownDocument(document, site).title) };
  }

  /** Address of a page that the text repeats, as a manual on one page or a copy does. `ownText` is that of `ownDocument`. */
  repeatedPage(document: Document, ownText: string): string | undefined {
    const variant = this.#variantOf(document, ownText);
    if (variant !== undefined) return variant;
    const { text, candidates } = document;
    // A PDF file repeats pages even if it lacks their titles.
    const isFile = candidates === undefined;
    if (!isFile && text.length < MIN_COLLECTION_LENGTH) return undefined;
    const lines = text.split('\n');
    const letters = lines.map(lettersOf);
    const copy = letters.join('');
    const starts = isFile ? knownParts(copy, this.#marks) : letters.map((line) => line.slice(0, MARK_LENGTH));
    const marked = [...new Set(starts)].flatMap((mark) => this.#marks.get(mark) ?? []);
    const least = text.length * MIN_REPEATED_SHARE;
    const similar = marked.filter(({ rank }) => rank > least && rank * MIN_REPEATED_SHARE < text.length);
    // The longest line alone may be a notice that the data sheets of several products share.
    const original = similar.find(({ title }) => isTitled(title, (name) => copy.includes(name)));
    if (isFile && original) return original.id;
    const shorter = marked.filter(({ length }) => length < text.length);
    const isCopy = (pages: typeof marked) =>
      pages.length >= MIN_REPEATED_PAGES && pages.reduce((sum, { length }) => sum + length, 0) >= least;
    const first = isCopy(shorter) ? shorter[0]!.id : undefined;
    if (isFile || first === undefined) return first;
    // A heading may follow a number, or `Content from`.
    const starting = lines.flatMap((line) => [/^\S+ /, /^\S+ \S+ /].map((start) => line.replace(start, '')));
    const headings = new Set([...letters, ...starting.map(lettersOf)]);
    const isTitledInCopy = ({ title }: { title: string }) => isTitled(title, (name) => headings.has(name));
    return isCopy(shorter.filter(isTitledInCopy)) ? first : undefined;
  }

  /** An older version or another view of a page has one more folder in its address, such as `/2.0/install` beside `/install`. */
  #variantOf(document: Document, ownText: string): string | undefined {
    const segments = document.id.split('/');
    const addresses = segments.slice(3, -1).map((_, i) => segments.toSpliced(i + 3, 1).join('/'));
    const outer = addresses.filter((address) => this.#lines.has(address));
    // Notices on most pages, such as those of forms, do not make two pages with the same title alike.
    const own = outer.length > 0 ? lineDigests({ ...document, text: ownText }) : [];
    const countShared = (lines: readonly string[]) => own.filter((line) => lines.includes(line)).length;
    return outer.find((address) => countShared(this.#lines.get(address)!) * 2 >= Math.max(1, own.length));
  }
}

/** Whether a copy has the letters of a title, with or without the name of the site. Texts that pages include lack them. */
function isTitled(title: string, isKnown: (letters: string) => boolean): boolean {
  const names = endings(title).map((ending) => title.slice(0, -ending.length));
  names.push(title, ...beginnings(title).map((start) => title.slice(start.length)));
  return names.map(lettersOf).some((name) => name !== '' && isKnown(name));
}

/** Digests of the longest lines with the title and the language, because translations may leave lines as they are. */
function lineDigests({ title, language, text }: Document): string[] {
  const lines = text.split('\n').filter(Boolean);
  const longest = lines.sort((a, b) => b.length - a.length).slice(0, COMPARED_LINES);
  return longest.map((line) => digest([title, language, line]).slice(0, 10));
}

/** Beginning of the longest line. */
function markOf(text: string): string {
  const longest = text.split('\n').reduce((longer, line) => (line.length > longer.length ? line : longer));
  return lettersOf(longest).slice(0, MARK_LENGTH);
}

/** Substrings with the length of a mark that are marks. A file has too many substrings to store all of them. */
function knownParts(letters: string, marks: ReadonlyMap<string, unknown>): string[] {
  const parts: string[] = [];
  for (let start = 0; start < letters.length; start += 1) {
    const part = letters.slice(start, start + MARK_LENGTH);
    if (marks.has(part)) parts.push(part);
  }
  return parts;
}

/** Whether a value is a number; postal codes such as `01067` and versions such as `1.10` are not. */
function isNumber(value: string | number): boolean {
  return `${Number(value)}` === `${value}` && Number.isFinite(Number(value));
}

/** The document without what it shares with the others. Documents of feeds and repositories stay as they are. */
export function ownDocument(document: Document, model: SiteModel): Document {
  const { candidates, ...page } = document;
  if (!candidates) return document;
  const texts = model.languages[languageOf(document)];
  const withoutShared = (values: readonly string[], shared: readonly string[]) =>
    values.filter((value) => !shared.includes(value));
  const { description: _, date: __, image: ___, warnings: ____, breadcrumbs = [], ...rest } = page;
  const { language: declaredTag, ...members } = rest;
  const language = texts?.tag ?? declaredTag;
  const [description] = withoutShared(candidates.descriptions, model.descriptions);
  const [image] = withoutShared(candidates.images, model.images);
  const first = breadcrumbs.findIndex((name) => !texts?.roots.includes(name));
  const categories = first < 0 ? folderTrail(page, model.folders) : breadcrumbs.slice(first);
  return {
    ...members,
    ...(texts && { title: ownTitle(candidates.title, texts) ?? document.title }),
    ...(language && { language }),
    ...(texts && !candidates.isChosen && ownContent(document, texts.lines)),
    ...(description !== undefined && { description }),
    ...documentDate(withoutShared(candidates.dates, model.dates), document.language),
    ...(image !== undefined && { image }),
    ...(categories.length > 0 && { breadcrumbs: categories }),
    attributes: ownAttributes(document.attributes, texts?.authors ?? [], model.numbers),
  };
}

function ownAttributes(
  attributes: Document['attributes'],
  authors: readonly string[],
  numbers: readonly string[],
): Document['attributes'] {
  const ownEntries = Object.entries(attributes).map(([name, values]) => {
    if (name === 'author') return [name, values.filter((author) => !authors.includes(`${author}`))] as const;
    return [name, numbers.includes(name) ? values.map(Number) : values] as const;
  });
  return Object.fromEntries(ownEntries.filter(([, values]) => values.length > 0));
}

function languageOf({ language = '' }: Document): string {
  return language.split('-')[0]!.toLowerCase();
}

function sharedTexts(documents: readonly ComparedDocument[]): SharedTexts {
  const longestPart = (splitTitle: (title: string) => string[]) => {
    const parts = sharedValues(documents, ({ candidates }) => splitTitle(candidates.title), MIN_FRAME_SHARE);
    return parts.sort((a, b) => b.length - a.length)[0] ?? '';
  };
  const trails = documents.filter(({ breadcrumbs = [] }) => breadcrumbs.length > 0);
  const lines = sharedValues(documents, ({ text }) => text.split('\n').map(lineKey), MIN_FRAME_SHARE);
  const authorsOf = ({ attributes: { author = [] } }: Document) => author.map(String);
  return {
    lines: lines.slice(0, MAX_LINES),
    prefix: longestPart(beginnings),
    suffix: longestPart(endings),
    roots: sharedValues(trails, ({ breadcrumbs = [] }) => breadcrumbs.slice(0, 2), MIN_FRAME_SHARE),
    authors: sharedValues(documents, authorsOf, MIN_BUILD_SHARE),
    tag: isWronglyTagged(documents) ? '' : onlyTag(documents.map(({ language }) => language)),
  };
}

function isWronglyTagged(documents: readonly Document[]): boolean {
  const starts = documents.map(({ text }) => text.slice(0, 1000)).join('\n');
  const [words, english] = [/\p{L}+/gu, ENGLISH_WORDS].map((word) => starts.match(word)?.length ?? 0);
  return languageOf(documents[0]!) === 'en' && words! >= MIN_WORDS && english! < words! * MIN_ENGLISH_SHARE;
}

function sharedValues<Item>(items: readonly Item[], read: (item: Item) => Iterable<string>, share: number) {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const value of new Set(read(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isShared = (count: number) => count >= MIN_PAGES && count > items.length * share;
  return [...counts].filter(([value, count]) => value !== '' && isShared(count)).map(([value]) => value);
}

/** Lines of code repeat on the pages that explain it. */
const CODE = /[{}[\]=;$]/;

/** Key of a line without date and separators, so that all `Last updated: 3 May 2024` are equal; empty for code. */
function lineKey(line: string): string {
  if (CODE.test(line)) return '';
  const date = dateOfLine(line);
  const dateless = date === undefined ? line : line.replace(date, '#');
  // Most lines have single spaces only, which need no change.
  return /[^\S ]| {2}|[|·•]/.test(dateless) ? dateless.replaceAll(/[\s|·•]+/g, ' ') : dateless;
}

/** The title without the part that most titles share; undefined if nothing is shared or nothing would be left. */
function ownTitle(title: string, { prefix, suffix }: SharedTexts): string | undefined {
  const start = prefix !== '' && title.startsWith(prefix) ? prefix.length : 0;
  const end = suffix !== '' && title.endsWith(suffix) ? title.length - suffix.length : title.length;
  const remainder = end - start === title.length ? '' : title.slice(start, end).trim();
  return remainder === '' ? undefined : remainder;
}

/** Text and sections without shared lines. Headings above own text stay; a page without own text is unchanged. */
function ownContent({ text, sections }: Document, lines: readonly string[]) {
  const shared = new Set(lines);
  const ownLines = (part: string, kept = new Set<string>()) =>
    part
      .split('\n')
      .filter((line) => kept.has(line) || !shared.has(lineKey(line)))
      .join('\n');
  const ownSections = sections
    .map((section) => ({ ...section, text: ownLines(section.text) }))
    .filter((section) => section.text !== '' || !shared.has(lineKey(section.heading)));
  const content = ownLines(text, new Set(ownSections.map(({ heading }) => heading)));
  return content === '' ? {} : { text: content, sections: ownSections };
}
