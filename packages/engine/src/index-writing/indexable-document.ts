/** Indexable form of a stored document: validated, with parsed dates and interned values. */

import { categoryPaths, categoryUri } from '@semantic-search/query/category-thesaurus';
import type { StringInterner } from '@semantic-search/query/collections';
import { getOrInsert } from '@semantic-search/query/collections';
import { type ReadDate, readDate, readIsoDate } from '@semantic-search/query/dates';
import { errorMessage } from '@semantic-search/query/errors';
import type { AttributeRegistry } from '../index/attributes.ts';
import type { StoredDocument } from '../storage/documents.ts';
import type { DocumentInput, EmbeddingSettings } from '../writable-space.ts';
import { fullText, headingTexts, sectionsError } from './document-sections.ts';
import type { IndexableDocument } from './segment-builder.ts';

/** Members that are not attributes. */
export const STANDARD_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'title',
  'description',
  'text',
  'link',
  'date',
  'image',
  'subjects',
  'embedding',
  'sections',
]);

/** Members that must be strings, besides the ID. */
export const TEXT_MEMBERS = ['title', 'description', 'text', 'link', 'type', 'image', 'language'] as const;

/** In UTF-16 code units. Longer strings are text rather than facet values. */
export const MAX_LITERAL_LENGTH = 256;

/** URLs that execute script in the linking page, or that exist in one browser only. */
const unsafeUrl = /^(?:javascript|vbscript|data:text|blob:|filesystem:)/iu;
/** Browsers ignore these at the beginning of a URL, and tabs and line ends anywhere in it. */
const ignoredInUrl = /^[\s\p{Cc}]+|[\t\n\r]/gu;

export interface ValidatedDocuments {
  /** Copies, in which getters are replaced by their values. */
  accepted: DocumentInput[];
  /** `index` is the position in the input. */
  refused: { index: number; message: string }[];
}

/** Splits documents into valid ones and rejected ones with an error message. */
export function validateDocuments(
  documents: readonly DocumentInput[],
  embeddings?: Pick<EmbeddingSettings, 'dimensions'>,
): ValidatedDocuments {
  const sorted: ValidatedDocuments = { accepted: [], refused: [] };
  documents.forEach((document, index) => {
    const { copy, message = validationError(copy, embeddings) } = copyOf(document);
    if (message === undefined) sorted.accepted.push(copy);
    else sorted.refused.push({ index, message });
  });
  return sorted;
}

function copyOf(document: DocumentInput): { copy: DocumentInput; message?: string } {
  if (typeof document !== 'object' || Array.isArray(document)) return { copy: document };
  try {
    const copy = { ...document };
    // A null member counts as absent.
    if (copy.subjects === null) delete copy.subjects;
    if (copy.embedding === null) delete copy.embedding;
    if (copy.sections === null) delete copy.sections;
    return { copy };
  } catch (error) {
    return { copy: document, message: `The document cannot be read: ${errorMessage(error)}` };
  }
}

/** Returns the error message of an invalid document, undefined if it is valid. */
export function validationError(
  document: DocumentInput,
  embeddings?: Pick<EmbeddingSettings, 'dimensions'>,
): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'A document must be an object.';
  if (typeof document.id !== 'string' || document.id === '')
    return 'id must be a non-empty string; if it is absent, link must be one.';
  if (!document.id.isWellFormed()) return 'id contains a lone surrogate, which UTF-8 cannot encode.';
  for (const name of TEXT_MEMBERS) {
    const value: unknown = document[name];
    if (value !== undefined && value !== null && typeof value !== 'string')
      return `${name} must be a string.`;
  }
  for (const name of ['link', 'image'] as const) {
    if (unsafeUrl.test((document[name] ?? '').replace(ignoredInUrl, '')))
      return `${name} must be a web address, not a script or a blob.`;
  }
  const date: unknown = document.date ?? '';
  if (typeof date !== 'string' && typeof date !== 'number') return 'date must be a string or a number.';
  const subjects: unknown = document.subjects ?? undefined;
  if (
    subjects !== undefined &&
    !(Array.isArray(subjects) && subjects.every((subject) => typeof subject === 'string'))
  ) {
    return 'subjects must be an array of URIs or labels of concepts.';
  }
  const embedding: unknown = document.embedding ?? undefined;
  const vectorError = embedding === undefined ? undefined : embeddingError(embedding, embeddings?.dimensions);
  return vectorError ?? sectionsError(document.sections) ?? attributeError(document);
}

/** The embedding that a document was written with; undefined if it does not have the dimensions of the space. */
export function ownEmbedding(
  { embedding }: DocumentInput,
  { dimensions }: Pick<EmbeddingSettings, 'dimensions'>,
): number[] | undefined {
  return embeddingError(embedding, dimensions) === undefined ? embedding : undefined;
}

/** Without `dimensions`, any number of them is valid. */
export function embeddingError(embedding: unknown, dimensions?: number): string | undefined {
  const isVector =
    (Array.isArray(embedding) || embedding instanceof Float32Array) &&
    embedding.length > 0 &&
    embedding.every(Number.isFinite);
  if (!isVector) return 'embedding must be an array of finite numbers.';
  if (dimensions !== undefined && embedding.length !== dimensions)
    return `embedding must have ${dimensions} numbers, as the search space is configured; it has ${embedding.length}.`;
  return embedding.every((value: number) => value === 0) ? 'embedding must not be all zeros.' : undefined;
}

function attributeError(document: DocumentInput): string | undefined {
  for (const [name, value] of Object.entries(document)) {
    if (STANDARD_MEMBERS.has(name) || value === null || value === undefined) continue;
    const values: unknown[] = Array.isArray(value) ? value : [value];
    const isValid = values.every(
      (element) => Number.isFinite(element) || ['string', 'boolean'].includes(typeof element),
    );
    if (!isValid) return `${name} must be a string, a number, a boolean or an array of these.`;
  }
  return undefined;
}

const yearOnly = /^-?\d{1,4}$/;
/** Calendar dates. Other forms of ISO 8601 look like identifiers. */
const calendarDate = /^\d{4}-\d{2}(?:$|-\d{2}(?:$|[T ]\d{2}:))/;

/**
 * Returns milliseconds since 1970, or null for texts that are no date and days that do not exist, such as 30 February.
 *
 * A year of up to four digits, or a year and month, means its beginning (UTC). `language` is the BCP 47 tag of the document.
 */
export function parseDate(date: unknown, language?: string | null): number | null {
  return documentDate(date, language)?.start ?? null;
}

function documentDate(date: unknown, language: string | null | undefined): ReadDate | undefined {
  if (typeof date === 'number') return readDate(date);
  if (typeof date !== 'string') return undefined;
  const text = date.trim();
  if (!yearOnly.test(text)) return readDate(text, language ?? undefined);
  const startOf = (year: number) => new Date(0).setUTCFullYear(year, 0, 1);
  return { text, start: startOf(Number(text)), end: startOf(Number(text) + 1) - 1 };
}

/** Day as in `1771-03-05`; years before 0 or after 9999 have a sign and six digits. */
export function formatDay(date: number): string {
  return new Date(date).toISOString().split('T', 1)[0]!;
}

/** Date in its original precision: `1771`, `1771-03` or `1771-03-05`. Null for an invalid date. */
export function dateLabel(date: unknown, language?: string | null): string | null {
  const read = documentDate(date, language);
  if (!read) return null;
  return read.start === read.end ? formatDay(read.start) : read.text;
}

/** Texts that are searched: the title, and in the body description, full text, headings and each value of an attribute. */
export function searchedTexts(document: DocumentInput): { title: string; body: string[] } {
  // Clients may send null for a member that they leave out.
  const { title, description } = document;
  return {
    title: title ?? '',
    body: [description ?? '', fullText(document), ...headingTexts(document), ...attributeTexts(document)],
  };
}

function attributeTexts(document: DocumentInput): string[] {
  const texts: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    // Names of languages and sites are chosen, not searched.
    if (STANDARD_MEMBERS.has(name) || name === 'language' || name === 'site') continue;
    for (const element of Array.isArray(value) ? value : [value])
      if (typeof element === 'string' && !webAddress.test(element)) texts.push(element);
  }
  return texts;
}

/** The words of an address describe a place rather than the document. */
const webAddress = /^(?:https?|urn|mailto):\S+$/iu;

/** Tables of the index that a document is converted for. */
export interface IndexTables {
  attributes: AttributeRegistry;
  subjects: StringInterner;
}

/** Converts a document. `language` is the code of the analyzer; `concepts` are the URIs of its concepts. */
export function toIndexable(
  { key, written, content: document }: Pick<StoredDocument, 'key' | 'written' | 'content'>,
  language: string,
  concepts: string[],
  { attributes, subjects }: IndexTables,
): IndexableDocument {
  const rows: AttributeRows = { literals: new Map(), numbers: new Map() };
  const date = parseDate(document.date, document.language);
  if (date !== null) addOnce(rows.numbers, attributes.add('date', 'date').number, date);
  for (const [name, value] of Object.entries(document)) {
    if (STANDARD_MEMBERS.has(name) || value === null || value === undefined) continue;
    for (const element of Array.isArray(value) ? value : [value]) addValue(name, element, attributes, rows);
  }
  return {
    key,
    id: document.id,
    date,
    written,
    ...searchedTexts(document),
    language,
    subjects: [...new Set(concepts)].map((uri) => subjects.add(uri)),
    literals: toLists(rows.literals),
    numbers: toLists(rows.numbers),
  };
}

/** Distinct values by attribute number, in order of first occurrence. */
type Rows = Map<number, Set<number>>;

interface AttributeRows {
  literals: Rows;
  numbers: Rows;
}

function toLists(rows: Rows): Map<number, number[]> {
  return new Map([...rows].map(([attribute, row]) => [attribute, [...row]]));
}

/** Matches attribute names in which a plain year means a date. In others it is a number or literal. */
export const dateAttributeName = /date|datum|issued|created|modified|published|accessed/i;
const fourDigitYear = /^[12]\d{3}$/;

/** Value of an attribute for facets: a literal, a number, or milliseconds since 1970. Null if it has none. */
export function facetValueOf(
  value: unknown,
  name: string,
): { literal: string } | { number: number; kind: 'number' | 'date' } | null {
  if (fourDigitYear.test(`${value}`) && dateAttributeName.test(name))
    return { number: parseDate(`${value}`)!, kind: 'date' };
  if (typeof value === 'number') return Number.isFinite(value) ? { number: value, kind: 'number' } : null;
  if (typeof value === 'boolean') return { literal: String(value) };
  if (typeof value !== 'string' || value === '' || value.length > MAX_LITERAL_LENGTH) return null;
  const read = calendarDate.test(value) ? readIsoDate(value) : undefined;
  return read ? { number: read.start, kind: 'date' } : { literal: value };
}

function addValue(
  name: string,
  value: unknown,
  attributes: AttributeRegistry,
  { literals, numbers }: AttributeRows,
): void {
  const facetValue = facetValueOf(value, name);
  if (facetValue === null) return;
  if ('literal' in facetValue) {
    const attribute = attributes.add(name, 'literal');
    addOnce(literals, attribute.number, attribute.values.add(facetValue.literal));
  } else addOnce(numbers, attributes.add(name, facetValue.kind).number, facetValue.number);
}

function addOnce(rows: Rows, attribute: number, value: number): void {
  getOrInsert(rows, attribute, () => new Set()).add(value);
}

/** Subjects of a document: its own or the extracted ones, and its categories. Unknown URIs are ignored later. */
export function documentSubjects({
  content,
  extracted,
}: Pick<StoredDocument, 'content' | 'extracted'>): string[] {
  return [...(extracted ?? content.subjects ?? []), ...categoryPaths(content).map(categoryUri)];
}
