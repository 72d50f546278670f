/** Source port: documents of a website, feed or repository, read one item per address. */

/** A heading with an anchor and the text up to the next one. */
export interface Section {
  /** Fragment of the page's address, without `#`. */
  anchor: string;
  heading: string;
  /** Heading level, 1 to 6. */
  level: number;
  /** From 7 for a heading of level 1 to 2 for level 6, multiplied by `data-search-weight`. */
  weight: number;
  text: string;
}

/** Candidates for metadata of a page, the likeliest first; a comparison with other pages of the site decides. */
export interface Candidates {
  /** Title as written, with the name of the site, and main heading. None if the page declares a title for the search. */
  titles: string[];
  descriptions: string[];
  /** Dates in ISO 8601, or as written if they cannot be read. */
  dates: string[];
  /** Absolute addresses of images. */
  images: string[];
  /** Whether the author has marked or selected the content, which is then kept unchanged. */
  isChosen: boolean;
}

/** A page as a document. Absent members were not found on the page. */
export interface Document {
  /** Unique identifier; for a page, its address. */
  id: string;
  /** Address of the page; absent if it has none on the web. */
  link?: string;
  title: string;
  description?: string;
  text: string;
  /** ISO 8601 date or date and time. */
  date?: string;
  /** Absolute address of an image. */
  image?: string;
  /** BCP 47 language tag. */
  language?: string;
  type?: string;
  /** Subjects as URIs or labels of concepts. */
  subjects?: string[];
  /** Names of the enclosing pages, the outermost first. */
  breadcrumbs?: string[];
  sections: Section[];
  /** Other values by name: filters and metadata that the page declares. Numbers if all pages of its site have numbers. */
  attributes: Record<string, (string | number)[]>;
  /** Messages about unreadable values, such as a date. Not a part of the content. */
  warnings?: string[];
  /** Metadata to compare with other pages of the site. Not a part of the content. */
  candidates?: Candidates;
}

/** The document as the server accepts it: attributes become members; warnings and candidates are omitted. */
export function uploadedDocument(document: Document) {
  const { attributes, sections, warnings: _, candidates: __, ...members } = document;
  return { ...attributes, ...members, ...(sections.length > 0 && { sections }) };
}

/** `unchanged` and `failed` keep an existing document, `removed` deletes it, and `skipped` means that there is none. */
export type SkippedOutcome = 'unchanged' | 'removed' | 'skipped' | 'failed';
/** An address without a new document. Its existing document, if any, has the address as ID. */
export type Skipped = { address: string; outcome: SkippedOutcome; reason: string };
/** JSON value that a source keeps per address from one run to the next; that of a document has its digest as `hash`. */
export type AddressState = Record<string, unknown>;
/** An item and the state of its address. Store both or neither: otherwise an interrupted run loses documents. */
export type Item = { item: Document | Skipped; state: AddressState };

export interface SourceState {
  /** States that the last complete run stored, by address; the ID of a document is its address. */
  previous: ReadonlyMap<string, AddressState>;
  /** States that the interrupted run stored, in order; empty for a new run. */
  current: ReadonlyMap<string, AddressState>;
}

export interface Source {
  /**
   * Yields one item per address. Throws if nothing can be known about the whole source; then change no document.
   * After an interruption, pass the stored states as `state.current`. Their items are not yielded again.
   */
  read(state: SourceState, signal: AbortSignal): AsyncIterable<Item>;
}

export function isSkipped(item: Document | Skipped): item is Skipped {
  return 'outcome' in item;
}
