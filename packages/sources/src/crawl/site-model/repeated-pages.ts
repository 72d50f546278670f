/** Pages and files that repeat other pages: older versions, manuals on one page, PDF copies. */
import { beginnings, endings, lettersOf } from '../../html/titles.ts';
import { digest } from '../../items.ts';
import type { Document } from '../../source.ts';
import { PAGE_NUMBER } from '../address.ts';

/** Shorter pages are not all-in-one copies, as for printing. */
const MIN_COLLECTION_LENGTH = 20_000;
/** Share of a copy's text that must repeat other pages. A copy of a longer page has at least this share of its length. */
const MIN_REPEATED_SHARE = 0.6;
const MIN_REPEATED_PAGES = 3;
/** Letters and digits of a mark, which identifies a page; without spaces, as PDF files break lines differently. */
const MARK_LENGTH = 40;
const MAX_COMPARED_PAGES = 100_000;
/** Number of the longest lines that show whether two pages have the same text. */
const COMPARED_LINES = 6;
/** Share of the lines of a list that are titles of other pages. */
const MIN_LISTED_SHARE = 1 / 8;
/** A page with the length of its text. The `rank` of a page is this length; the rank of a file is infinite. */
type MarkedPage = { id: string; title: string; length: number; rank: number };

/** First, all documents of a run are added; then each is compared with the others. */
export class RepeatedPages {
  /** The shortest page by its mark, the beginning of its longest line. */
  readonly #marks = new Map<string, MarkedPage>();
  /** Digests of the longest lines of pages, by address. */
  readonly #lines = new Map<string, string[]>();
  /** Letters of the titles and main headings of pages. */
  readonly #titles = new Set<string>();

  add(document: Document): void {
    const { id, title, text, candidates } = document;
    if (this.#lines.size >= MAX_COMPARED_PAGES) return;
    this.#lines.set(id, lineDigests(document));
    for (const name of candidates?.titles ?? []) this.#titles.add(lettersOf(name));
    const mark = markOf(text);
    const rank = candidates ? text.length : Infinity;
    const isMarked = (this.#marks.get(mark)?.rank ?? Infinity) < rank;
    if (mark.length === MARK_LENGTH && !isMarked)
      this.#marks.set(mark, { id, title, length: text.length, rank });
  }

  /** Address of a page that a document repeats. `ownText` is its text in `ownDocument`. */
  originalOf(document: Document, ownText: string): string | undefined {
    const similar = this.#firstPageOf(document, ownText) ?? this.#variantOf(document, ownText);
    return similar ?? this.#includedPage(document);
  }

  /** First page of the list that a page continues. The pages that it lists have documents of their own. */
  #firstPageOf({ id, candidates }: Document, ownText: string): string | undefined {
    const first = id.replace(PAGE_NUMBER, '');
    if (first === id || !this.#lines.has(first)) return undefined;
    const lines = ownText.split('\n').map(lettersOf);
    const own = ['', ...(candidates?.titles ?? []).map(lettersOf)];
    const listed = lines.filter((line) => this.#titles.has(line) && !own.includes(line));
    return listed.length >= lines.length * MIN_LISTED_SHARE ? first : undefined;
  }

  /** An older version or another view of a page has one more folder in its address, such as `/2.0/install` and `/install`. */
  #variantOf(document: Document, ownText: string): string | undefined {
    const segments = document.id.split('/');
    // The first three segments are the scheme, nothing, and the host.
    const addresses = segments.slice(3, -1).map((_, i) => segments.toSpliced(i + 3, 1).join('/'));
    const knownAddresses = addresses.filter((address) => this.#lines.has(address));
    if (knownAddresses.length === 0) return undefined;
    // Notices on most pages, such as form notices, do not make two pages with the same title alike.
    const ownLines = lineDigests({ ...document, text: ownText });
    const sharedCount = (lines: readonly string[]) => ownLines.filter((line) => lines.includes(line)).length;
    const minShared = Math.max(1, ownLines.length) / 2;
    return knownAddresses.find((address) => sharedCount(this.#lines.get(address)!) >= minShared);
  }

  /** The first page that a text includes, if it is a copy of one page or of several shorter ones. */
  #includedPage({ text, candidates }: Document): string | undefined {
    const isFile = candidates === undefined;
    if (!isFile && text.length < MIN_COLLECTION_LENGTH) return undefined;
    const lines = text.split('\n');
    const letters = lines.map(lettersOf);
    const allLetters = letters.join('');
    const marks = isFile
      ? knownMarks(allLetters, this.#marks)
      : letters.map((line) => line.slice(0, MARK_LENGTH));
    const pages = [...new Set(marks)].flatMap((mark) => this.#marks.get(mark) ?? []);
    const minLength = text.length * MIN_REPEATED_SHARE;
    const similar = pages.filter(({ rank }) => rank > minLength && rank * MIN_REPEATED_SHARE < text.length);
    // The longest line alone may be a notice that the data sheets of several products share.
    const original = similar.find(({ title }) => isTitled(title, (name) => allLetters.includes(name)));
    if (isFile && original) return original.id;
    const shorter = pages.filter(({ length, rank }) => length < text.length && rank < Infinity);
    if (!isCopy(text, shorter)) return undefined;
    // A heading may follow a number, or `Content from`.
    const lineEnds = lines.flatMap((line) => [line.replace(/^\S+ /, ''), line.replace(/^\S+ \S+ /, '')]);
    const headings = new Set([...letters, ...lineEnds.map(lettersOf)]);
    const titled = shorter.filter(({ title }) => isTitled(title, (name) => headings.has(name)));
    // A file repeats pages even if it lacks their titles.
    return isFile || isCopy(text, titled) ? shorter[0]!.id : undefined;
  }
}

function isCopy(text: string, pages: readonly MarkedPage[]): boolean {
  const repeatedLength = pages.reduce((sum, { length }) => sum + length, 0);
  return pages.length >= MIN_REPEATED_PAGES && repeatedLength >= text.length * MIN_REPEATED_SHARE;
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

function markOf(text: string): string {
  const longest = text.split('\n').reduce((longer, line) => (line.length > longer.length ? line : longer));
  return lettersOf(longest).slice(0, MARK_LENGTH);
}

/** Substrings that are marks. A file has too many substrings to store all of them. */
function knownMarks(letters: string, marks: ReadonlyMap<string, unknown>): string[] {
  const parts: string[] = [];
  for (let start = 0; start < letters.length; start += 1) {
    const part = letters.slice(start, start + MARK_LENGTH);
    if (marks.has(part)) parts.push(part);
  }
  return parts;
}
