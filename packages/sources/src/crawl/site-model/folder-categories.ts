/** Categories from the folders of a site whose pages show no breadcrumbs. */
import { lettersOf } from '../../html/titles.ts';
import type { Document } from '../../source.ts';
import { readableSegment } from '../address.ts';

/** Names by folder; see `folderOf`. */
export type FolderNames = Record<string, string>;

/** Shares of all pages of the site. */
const MAX_TRAIL_SHARE = 0.05;
const MIN_SHARE = 0.05;
const MAX_DEPTH = 3;
const MAX_NAME_LENGTH = 60;
/** Other names are codes, numbers and dates. */
const READABLE = /^\p{L}{3,}(?:[-_ +]\p{L}+)*$/u;

/** Finds the outermost folder level at which pages differ. `titleOf` returns a page's title without the site's name. */
export class FolderSurvey {
  readonly #counts = new Map<string, number>();
  readonly #indexes = new Map<string, Document>();
  #pages = 0;
  #trails = 0;

  add(document: Document): void {
    this.#pages += 1;
    if (document.breadcrumbs?.length) this.#trails += 1;
    const folders = foldersOf(document);
    for (const folder of folders) this.#counts.set(folder, (this.#counts.get(folder) ?? 0) + 1);
    const { pathname } = new URL(document.id);
    if (pathname.endsWith('/')) this.#indexes.set(keyOf(document, segmentsOf(document)), document);
  }

  names(titleOf: (document: Document) => string): FolderNames {
    if (this.#trails > this.#pages * MAX_TRAIL_SHARE) return {};
    for (let depth = 1; depth <= MAX_DEPTH; depth += 1) {
      const level = [...this.#counts].filter(([folder]) => folder.split('/').length === depth + 1);
      const rows = level.map(([folder, count]) => [folder, count, this.#nameOf(folder, titleOf)] as const);
      const frequent = rows.filter(([, count, name]) => name !== '' && count >= this.#pages * MIN_SHARE);
      if (frequent.length >= 2)
        return Object.fromEntries(rows.flatMap(([folder, , name]) => (name === '' ? [] : [[folder, name]])));
    }
    return {};
  }

  /** Name of a folder: the title of its first page if similar to the folder's name; it may be just *Introduction*. */
  #nameOf(folder: string, titleOf: (document: Document) => string): string {
    const segment = folder.slice(folder.lastIndexOf('/') + 1);
    const index = this.#indexes.get(folder);
    const title = index ? titleOf(index) : '';
    if (title.length <= MAX_NAME_LENGTH && lettersOf(title).includes(lettersOf(segment))) return title;
    if (!READABLE.test(segment)) return '';
    const words = segment.replaceAll(/[-_+]+/g, ' ');
    return words[0]!.toUpperCase() + words.slice(1);
  }
}

/** Breadcrumbs of a page in a named folder. */
export function folderTrail(document: Document, names: FolderNames): string[] {
  const namesOfFolders = foldersOf(document).flatMap((folder) => names[folder] ?? []);
  return namesOfFolders.slice(0, 1);
}

/** Folders above the page, the outermost first: its language, and the path without segments for the language. */
function foldersOf(document: Document): string[] {
  const segments = segmentsOf(document).slice(0, -1);
  return segments.slice(0, MAX_DEPTH).map((_, index) => keyOf(document, segments.slice(0, index + 1)));
}

function keyOf({ language = '' }: Document, segments: readonly string[]): string {
  return [language.split('-')[0], ...segments].join('/');
}

function segmentsOf({ id, language = '' }: Document): string[] {
  const segments = new URL(id).pathname.split('/').filter((segment) => segment !== '');
  const [base] = language.toLowerCase().split('-');
  const distinctive = segments.filter((segment) => segment.toLowerCase().split(/[-_]/)[0] !== base);
  return distinctive.map(readableSegment);
}
