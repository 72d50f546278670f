/** Index document: the original, and the analyzed fields by which it is searched. */
import { hash } from 'node:crypto';
import type { DocumentInput } from '@semantic-search/engine';
import {
  type Attribute,
  AttributeRegistry,
  type Attributes,
  conceptsOf,
  hasConcepts,
  languageResolver,
  POSITION_INCREMENT_GAP,
  subjectsOf,
  toIndexable,
} from '@semantic-search/engine/building-blocks';
import { LEAD_LENGTH } from '@semantic-search/query';
import { analyzerFor, normalize } from '@semantic-search/query/analysis';
import { StringInterner } from '@semantic-search/query/collections';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { Cluster } from '../cluster/cluster.ts';
import { type IndexedText, indexedText, termsIn } from './indexed-text.ts';
import type { WordRun } from './shared-term-dictionary.ts';
import type { StoredThesaurus } from './thesaurus-store.ts';

/** `_source` fields of a hit. */
export interface StoredSource {
  id: string;
  content: string;
  extracted: string[] | null;
  /** Milliseconds since 1970. */
  written: number;
}

export const SOURCE_FIELDS = ['id', 'content', 'extracted', 'written'];

export type StoredDocument = ReturnType<typeof parseSource>;

export function parseSource({ id, content, extracted, written }: StoredSource) {
  return { id, content: JSON.parse(content) as DocumentInput, extracted: extracted ?? null, written };
}

/** The document with this id; undefined if the index, or the alias, does not contain it. */
export async function storedDocument(id: string, index: string, cluster: Cluster, signal?: AbortSignal) {
  const body = { size: 1, _source: SOURCE_FIELDS, query: { term: { key: documentKey(id) } } };
  const { hits } = await cluster.search<StoredSource>(`/${index}/_search`, body, signal);
  return hits[0] && parseSource(hits[0]._source);
}

/** Document key: a hash, because OpenSearch limits ids to 512 bytes. */
export function documentKey(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Titles and ids are sorted by a prefix of this length, because Lucene limits the bytes of a keyword. */
const MAX_SORT_KEY_LENGTH = 256;

/** Encodes the empty name; no other name is encoded as `%`. */
const EMPTY_NAME = '%';

/** Encodes an attribute name: dots and asterisks are special in field names, and the client rejects `__proto__`. */
export function fieldName(attribute: string): string {
  if (attribute === '') return EMPTY_NAME;
  const encoded = encodeURIComponent(attribute.toWellFormed()).replaceAll('.', '%2E').replaceAll('*', '%2A');
  return encoded.replace(/^__proto__$/, '%5F_proto__');
}

/** Path of the index field with the values of an attribute. */
export function attributeField({ kind, name }: Pick<Attribute, 'kind' | 'name'>): string {
  return `${kind === 'literal' ? 'literals' : 'numbers'}.${fieldName(name)}`;
}

export function attributeName(field: string): string {
  return field === EMPTY_NAME ? '' : decodeURIComponent(field);
}

/** A document after the engine's text analysis. */
interface AnalyzedDocument extends WordRun {
  record: object;
}

/** Tags documents without subjects by concept extraction. Yields regularly, so long documents do not block the event loop. */
export async function analyzeDocuments(documents: DocumentInput[], tagger: StoredThesaurus) {
  const languageIn = await languageResolver(documents, tagger.thesaurus);
  function* analyzeAll(): CooperativeTask<AnalyzedDocument[]> {
    const analyzed: AnalyzedDocument[] = [];
    for (const content of documents) {
      analyzed.push(yield* analyzeDocument(content, languageIn(content).language, tagger));
      yield;
    }
    return analyzed;
  }
  return runInSlices(analyzeAll());
}

function* analyzeDocument(
  content: DocumentInput,
  language: string | undefined,
  tagger: StoredThesaurus,
): CooperativeTask<AnalyzedDocument> {
  const { id } = content;
  const { code } = analyzerFor(language);
  const extracted = yield* subjectsOf(content, language, tagger.extractor);
  const tables = { attributes: new AttributeRegistry(), subjects: new StringInterner() };
  const indexable = toIndexable({ key: 0, content, written: 0 }, code, [], tables);
  const title = yield* indexedText(indexable.title);
  const body: IndexedText[] = [];
  for (const text of indexable.body) body.push(yield* indexedText(text));
  const lead = body.map(({ terms }) => (terms && `${terms} `) + GAP).join('');
  // The title is repeated, so that title matches count twice.
  const searched = [title, title, ...body].filter(({ words }) => words.length > 0);
  return {
    record: {
      id,
      content: JSON.stringify(content),
      extracted,
      key: documentKey(id),
      id_key: id.slice(0, MAX_SORT_KEY_LENGTH),
      title_key: normalize(indexable.title).slice(0, MAX_SORT_KEY_LENGTH),
      date: indexable.date,
      ...attributeFields(indexable, tables.attributes),
      ...conceptFields({ content, extracted }, tagger),
      terms: searched.map(({ terms }) => terms),
      title_terms: title.terms,
      lead_terms: [title.terms, ...lead.split(' ', LEAD_LENGTH)].join(' '),
      title_share: title.terms === '' ? 0 : 1 / termsIn(title.terms).length,
    },
    language: code,
    words: [title, ...body].flatMap(({ words }) => words),
  };
}

/** Separates two texts: split at spaces, it takes as many positions as the gap in the engine. */
const GAP = ' '.repeat(POSITION_INCREMENT_GAP);

function conceptFields(
  document: Pick<StoredDocument, 'content' | 'extracted'>,
  { thesaurus, extractor }: StoredThesaurus,
): object {
  const isAutomatic = document.extracted !== null && !hasConcepts(document.content, extractor);
  const withoutExtracted = isAutomatic ? { ...document, extracted: [] } : document;
  const assigned = stepsToTags(conceptsOf(withoutExtracted, thesaurus), thesaurus);
  const steps = new Map([...stepsToTags(conceptsOf(document, thesaurus), thesaurus), ...assigned]);
  const automatic = [...steps.keys()].filter((concept) => !assigned.has(concept));
  return {
    about: [...steps.keys()].map(thesaurus.uri),
    automatic: automatic.map(thesaurus.uri),
    steps: [...steps].map(([concept, count]) => stepsTerm(count, thesaurus.uri(concept))),
  };
}

/** Number of steps from each concept, or broader concept, down to the nearest tag of the document. */
function stepsToTags(tagged: number[], thesaurus: Thesaurus): Map<number, number> {
  const steps = new Map(tagged.map((concept) => [concept, 0]));
  // Breadth-first: iteration over a Map includes entries that are added meanwhile.
  for (const [concept, count] of steps)
    for (const broader of thesaurus.broader(concept)) if (!steps.has(broader)) steps.set(broader, count + 1);
  return steps;
}

/** Indexed term for a concept and the number of steps from it down to the tagged concept. */
export const stepsTerm = (steps: number, uri: string): string => `${steps} ${uri}`;

function attributeFields(
  document: Pick<ReturnType<typeof toIndexable>, 'literals' | 'numbers'>,
  attributes: Attributes,
): object {
  // Without a prototype, because a name such as `constructor` may be an attribute.
  const literals: Record<string, string[]> = Object.create(null);
  const numbers: Record<string, number[]> = Object.create(null);
  const measured: Record<string, boolean> = Object.create(null);
  for (const { number, name, kind, values } of attributes.all) {
    const field = fieldName(name);
    if (kind === 'literal')
      literals[field] = Array.from(document.literals.get(number)!, (value) => values.at(value));
    else numbers[field] = [...(numbers[field] ?? []), ...document.numbers.get(number)!];
    // An attribute is numeric as soon as one document has a number that is not a date.
    if (kind === 'number') measured[field] = true;
  }
  return { literals, numbers, measured, attributes: attributes.all.map(attributeField) };
}
