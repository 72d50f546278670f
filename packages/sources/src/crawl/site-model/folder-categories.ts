/** Categories from the folders of a site whose pages show no breadcrumbs. */
import { lettersOf } from '../../html/titles.ts';
import type { Document } from '../../source.ts';
import { readableSegment } from '../address.ts';

/** Names of folders by their keys; see `keyOf`. */
export type FolderNames = Record<string, string>;
/** With breadcrumbs on more than this share of all pages, folders give no categories. */
const MAX_TRAIL_SHARE = 0.05;
/** A category has at least this share of all pages; at least two names of a level must be so large. */
const MIN_PAGE_SHARE = 0.05;
const MAX_DEPTH = 3;
const MAX_NAME_LENGTH = 60;
/** Other names are codes, numbers and dates. */
const READABLE = /^\p{L}{3,}(?:[-_ +]\p{L}+)*$/u;
/** Folders of generators, whose pages list the pages of a tag, a category or an author. */
const LISTINGS = /^(?:tags?|category|categories|authors?|archives?)$/;

/** Counts the pages of folders, to find the outermost level at which pages differ. */
export class FolderSurvey {
  readonly #pageCounts = new Map<string, number>();
  /** Index pages of folders, by the key of the folder. */
  readonly #indexes = new Map<string, Document>();
  #pages = 0;
  #pagesWithTrail = 0;

  add(document: Document): void {
    this.#pages += 1;
    if (document.breadcrumbs?.length) this.#pagesWithTrail += 1;
    for (const folder of foldersOf(document))
      this.#pageCounts.set(folder, (this.#pageCounts.get(folder) ?? 0) + 1);
    const { pathname } = new URL(document.id);
    if (pathname.endsWith('/')) this.#indexes.set(keyOf(document, segmentsOf(document)), document);
  }

  /** Names of the folders of one level. `titleOf` returns a page's title without the site's name. */
  names(titleOf: (document: Document) => string): FolderNames {
    if (this.#pagesWithTrail > this.#pages * MAX_TRAIL_SHARE) return {};
    for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
      // A key has the language before the folders.
      const level = [...this.#pageCounts.keys()].filter((folder) => folder.split('/').length === depth + 1);
      const names = level.map((folder): [string, string] => [folder, this.#nameOf(folder, titleOf)]);
      const named = names.filter(([, name]) => name !== '');
      const large = named.filter(([folder]) => this.#pageCounts.get(folder)! >= this.#pages * MIN_PAGE_SHARE);
      if (new Set(large.map(([, name]) => name)).size >= 2) return Object.fromEntries(named);
    }
    return {};
  }

  /** The index page's title if it contains the folder's name, unlike *Introduction*; otherwise the folder's name. Empty for codes. */
  #nameOf(folder: string, titleOf: (document: Document) => string): string {
    const segment = folder.slice(folder.lastIndexOf('/') + 1);
    const index = this.#indexes.get(folder);
    const title = index && titleOf(index) !== segment ? titleOf(index) : '';
    if (LISTINGS.test(segment)) return '';
    if (title.length <= MAX_NAME_LENGTH && lettersOf(title).includes(lettersOf(segment))) return title;
    if (!READABLE.test(segment)) return '';
    const words = segment.replaceAll(/[-_+]+/g, ' ');
    return words[0]!.toUpperCase() + words.slice(1);
  }
}

/** Breadcrumbs of a page: the name of a folder above it, if it has one. */
export function folderTrail(document: Document, names: FolderNames): string[] {
  const folderNames = foldersOf(document).flatMap((folder) => names[folder] ?? []);
  return folderNames.slice(0, 1);
}

/** Keys of the folders above the page, the outermost first. */
function foldersOf(document: Document): string[] {
  const segments = segmentsOf(document).slice(0, -1);
  return segments.slice(0, MAX_DEPTH).map((_, index) => keyOf(document, segments.slice(0, index + 1)));
}

/** Key of a folder: the language of its page, and the path; `/en/news/` is `en/news`. */
function keyOf({ language = '' }: Document, segments: readonly string[]): string {
  return [language.split('-')[0], ...segments].join('/');
}

/** Readable segments of the path without those for the language, such as `en_GB`. */
export function segmentsOf({ id, language = '' }: Document): string[] {
  const segments = new URL(id).pathname.split('/').filter((segment) => segment !== '');
  const [base] = language.toLowerCase().split('-');
  const distinctive = segments.filter((segment) => segment.toLowerCase().split(/[-_]/)[0] !== base);
  return distinctive.map(readableSegment);
}
