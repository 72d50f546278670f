/** Index document: the original, and the analyzed fields by which it is searched. */
import { hash } from 'node:crypto';
import { type DocumentInput, STANDARD_MEMBERS } from '@semantic-search/engine';
import {
  conceptsOf,
  type Extractor,
  facetValueOf,
  hasConcepts,
  languageResolver,
  parseDate,
  searchedTexts,
  subjectsOf,
} from '@semantic-search/engine/building-blocks';
import { analyzerFor, normalize } from '@semantic-search/query/analysis';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { type IndexedText, indexedText } from './terms.ts';

/** `_source` fields of a hit. */
export interface StoredSource {
  id: string;
  content: string;
  extracted: string[] | null;
  /** Milliseconds since 1970. */
  written: number;
}

export interface StoredDocument extends Omit<StoredSource, 'content'> {
  content: DocumentInput;
}

export function parseSource({ id, content, extracted, written }: StoredSource): StoredDocument {
  return { id, content: JSON.parse(content) as DocumentInput, extracted: extracted ?? null, written };
}

/** Document key: a hash, because OpenSearch limits ids to 512 bytes. */
export function documentKey(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Encodes the empty name; no other name is encoded as `%`. */
const EMPTY_NAME = '%';

/**
 * Encodes an attribute name, which may be empty or contain any character. Dots and asterisks are special in field names,
 * and the client rejects responses that contain `__proto__`.
 */
export function fieldName(attribute: string): string {
  if (attribute === '') return EMPTY_NAME;
  const encoded = encodeURIComponent(attribute.toWellFormed());
  return encoded
    .replaceAll('.', '%2E')
    .replaceAll('*', '%2A')
    .replace(/^__proto__$/, '%5F_proto__');
}

export function attributeName(field: string): string {
  return field === EMPTY_NAME ? '' : decodeURIComponent(field);
}

export interface Tagger {
  thesaurus: Thesaurus;
  extractor: Extractor;
}

/** A document after the engine's text analysis. */
export interface AnalyzedDocument {
  record: object;
  /** Code of the language of the analyzer. */
  language: string;
  /** Words in their original form and order, including their parts. */
  words: string[];
}

/** Tags documents without subjects by concept extraction. Yields regularly, so long documents do not block the event loop. */
export async function analyzeDocuments(
  documents: DocumentInput[],
  tagger: Tagger,
): Promise<AnalyzedDocument[]> {
  const languageIn = await languageResolver(documents, tagger.thesaurus);
  function* oneByOne(): CooperativeTask<AnalyzedDocument[]> {
    const all: AnalyzedDocument[] = [];
    for (const content of documents) {
      all.push(yield* analyzeDocument(content, languageIn(content).language, tagger));
      yield;
    }
    return all;
  }
  return runInSlices(oneByOne());
}

function* analyzeDocument(
  content: DocumentInput,
  language: string | undefined,
  { thesaurus, extractor }: Tagger,
): CooperativeTask<AnalyzedDocument> {
  const extracted = yield* subjectsOf(content, language, extractor);
  const searched = searchedTexts(content);
  const title = yield* indexedText(searched.title);
  const body: IndexedText[] = [];
  for (const text of searched.body) body.push(yield* indexedText(text));
  // The title is repeated, so that title matches count twice.
  const read = [title, title, ...body].filter(({ words }) => words.length > 0);
  return {
    record: {
      ...recordOf(content, extracted),
      ...conceptFields({ content, extracted }, { thesaurus, extractor }),
      terms: read.map(({ terms }) => terms),
      title_terms: title.terms,
      title_share: title.terms === '' ? 0 : 1 / title.terms.split(/[ |]/).length,
    },
    language: analyzerFor(language).code,
    words: [title, ...body].flatMap(({ words }) => words),
  };
}

/** Titles and ids are sorted by a prefix of this length. */
const MAX_SORT_KEY_LENGTH = 256;

function recordOf(content: DocumentInput, extracted: string[] | null): object {
  const { id, title = '' } = content;
  return {
    id,
    content: JSON.stringify(content),
    extracted,
    key: documentKey(id),
    id_key: id.slice(0, MAX_SORT_KEY_LENGTH),
    title_key: normalize(title).slice(0, MAX_SORT_KEY_LENGTH),
    date: parseDate(content.date, content.language),
    ...attributesOf(content),
  };
}

function conceptFields(
  document: Pick<StoredDocument, 'content' | 'extracted'>,
  { thesaurus, extractor }: Tagger,
): object {
  const isAutomatic = document.extracted !== null && !hasConcepts(document.content, extractor);
  const headings = isAutomatic ? { ...document, extracted: [] } : document;
  const named = stepsTo(conceptsOf(headings, thesaurus), thesaurus);
  const steps = new Map([...stepsTo(conceptsOf(document, thesaurus), thesaurus), ...named]);
  const automatic = [...steps.keys()].filter((concept) => !named.has(concept));
  return {
    about: [...steps.keys()].map(thesaurus.uri),
    automatic: automatic.map(thesaurus.uri),
    steps: [...steps].map(([concept, count]) => stepsDown(count, thesaurus.uri(concept))),
  };
}

/** Number of steps from each concept, or broader concept, down to the nearest tag of the document. */
function stepsTo(tagged: number[], thesaurus: Thesaurus): Map<number, number> {
  const steps = new Map(tagged.map((concept) => [concept, 0]));
  // Breadth-first: iteration over a Map includes entries that are added meanwhile.
  for (const [concept, count] of steps)
    for (const above of thesaurus.broader(concept)) if (!steps.has(above)) steps.set(above, count + 1);
  return steps;
}

/** Indexed term for a concept and the number of steps from it down to the tagged concept. */
export function stepsDown(count: number, uri: string): string {
  return `${count} ${uri}`;
}

function attributesOf(content: DocumentInput) {
  const literals = new Map<string, string[]>();
  const numbers = new Map<string, number[]>();
  const measured: Record<string, boolean> = {};
  const date = parseDate(content.date, content.language);
  if (date !== null) numbers.set('date', [date]);
  for (const [name, value] of Object.entries(content)) {
    if (STANDARD_MEMBERS.has(name)) continue;
    const field = fieldName(name);
    for (const single of Array.isArray(value) ? value : [value]) {
      const facetValue = facetValueOf(single, name);
      if (facetValue === null) continue;
      if (facetValue.kind === 'literal') addTo(literals, field, facetValue.value);
      else addTo(numbers, field, facetValue.value);
      // An attribute is numeric as soon as one document has a number that is not a date.
      if (facetValue.kind === 'number') measured[field] = true;
    }
  }
  return { literals: Object.fromEntries(literals), numbers: Object.fromEntries(numbers), measured };
}

function addTo<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}
