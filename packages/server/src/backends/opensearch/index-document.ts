/** A document as the index keeps it: as it was written, and what it is found by. */
import { hash } from 'node:crypto';
import {
  analyzerFor,
  type CooperativeTask,
  conceptsOf,
  type DocumentInput,
  dateOf,
  type Extractor,
  extractedSubjects,
  facetValueOf,
  languageReader,
  normalize,
  runInSlices,
  type Thesaurus,
} from '@semantic-search/engine';
import { indexedText } from './terms.ts';

/** What comes back from the index. */
export interface Kept {
  id: string;
  content: string;
  extracted: string[] | null;
}

export interface Stored {
  id: string;
  content: DocumentInput;
  extracted: string[] | null;
}

export function storedOf({ id, content, extracted }: Kept): Stored {
  return { id, content: JSON.parse(content) as DocumentInput, extracted: extracted ?? null };
}

/** Ids of the engine are short; those of documents need not be. */
export function keyOf(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** No name is encoded so. */
const nameless = '%';

/**
 * Names of attributes may have any character, and none at all; dots and stars would mean something in the name of a
 * field, and no client of the cluster reads an answer with the name of the prototype of objects in it.
 */
export function fieldName(attribute: string): string {
  if (attribute === '') return nameless;
  const encoded = encodeURIComponent(attribute.toWellFormed());
  return encoded
    .replaceAll('.', '%2E')
    .replaceAll('*', '%2A')
    .replace(/^__proto__$/, '%5F_proto__');
}

export function attributeName(field: string): string {
  return field === nameless ? '' : decodeURIComponent(field);
}

export interface Tagger {
  thesaurus: Thesaurus;
  extractor: Extractor;
}

/** A document read by the engine's analysis. */
export interface Analysed {
  record: object;
  /** Code of the language that its words are reduced in. */
  language: string;
  /** As they are written, in their order, with those in them. */
  words: string[];
}

/** Documents without subjects are tagged by extraction. Others have their turn meanwhile, however long the documents are. */
export async function analysed(documents: DocumentInput[], tagger: Tagger): Promise<Analysed[]> {
  const languageIn = await languageReader(documents, tagger.thesaurus);
  function* oneByOne(): CooperativeTask<Analysed[]> {
    const all: Analysed[] = [];
    for (const content of documents) {
      all.push(yield* analysedInSteps(content, languageIn(content), tagger));
      yield;
    }
    return all;
  }
  return runInSlices(oneByOne());
}

function* analysedInSteps(
  content: DocumentInput,
  language: string | undefined,
  { thesaurus, extractor }: Tagger,
): CooperativeTask<Analysed> {
  const extracted =
    content.subjects === undefined ? yield* extractedSubjects(content, language, extractor) : null;
  const title = yield* indexedText(content.title ?? '');
  const description = yield* indexedText(content.description ?? '');
  const text = yield* indexedText(content.text ?? '');
  // What stands in the title counts twice.
  const read = [title, title, description, text].filter(({ words }) => words.length > 0);
  return {
    record: { ...recordOf(content, extracted, thesaurus), terms: read.map(({ terms }) => terms) },
    language: analyzerFor(language).code,
    words: [title, description, text].flatMap(({ words }) => words),
  };
}

/** Longest beginning of a title or an id that it is sorted by. */
const longestKey = 256;

function recordOf(content: DocumentInput, extracted: string[] | null, thesaurus: Thesaurus): object {
  const { id, title = '' } = content;
  const steps = stepsTo(conceptsOf({ content, extracted }, thesaurus), thesaurus);
  const about = [...steps.keys()].map(thesaurus.uri);
  return {
    id,
    content: JSON.stringify(content),
    extracted,
    key: keyOf(id),
    id_key: id.slice(0, longestKey),
    title_key: normalize(title).slice(0, longestKey),
    date: dateOf(content.date),
    about,
    steps: [...steps.values()].map((count, i) => stepsDown(count, about[i]!)),
    ...attributesOf(content),
  };
}

/** Steps from each concept that a document is about down to the nearest one that it is tagged with. */
function stepsTo(tagged: number[], thesaurus: Thesaurus): Map<number, number> {
  const steps = new Map(tagged.map((concept) => [concept, 0]));
  // A map is walked in the order of insertion, what is added on the way included: breadth first.
  for (const [concept, count] of steps)
    for (const above of thesaurus.broader(concept)) if (!steps.has(above)) steps.set(above, count + 1);
  return steps;
}

/** A concept and the steps down from it to a tag, as the index has them. */
export function stepsDown(count: number, uri: string): string {
  return `${count} ${uri}`;
}

const ownMembers = new Set(['id', 'title', 'description', 'text', 'link', 'date', 'image', 'subjects']);

function attributesOf(content: DocumentInput) {
  const literals = new Map<string, string[]>();
  const numbers = new Map<string, number[]>();
  const measured: Record<string, boolean> = {};
  const date = dateOf(content.date);
  if (date !== null) numbers.set('date', [date]);
  for (const [name, value] of Object.entries(content)) {
    if (ownMembers.has(name)) continue;
    const field = fieldName(name);
    for (const each of Array.isArray(value) ? value : [value]) {
      const found = facetValueOf(each, name);
      if (found === null) continue;
      if ('literal' in found) addTo(literals, field, found.literal);
      else addTo(numbers, field, found.number);
      // An attribute that was ever met with a number that is no date holds numbers.
      if ('number' in found && found.kind === 'number') measured[field] = true;
    }
  }
  return { literals: Object.fromEntries(literals), numbers: Object.fromEntries(numbers), measured };
}

function addTo<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}
