/** A document as the index keeps it: as it was written, and what it is found by. */
import { hash } from 'node:crypto';
import {
  conceptsOf,
  type DocumentInput,
  dateOf,
  type Extractor,
  extractedSubjects,
  facetValueOf,
  fold,
  languageDetector,
  languageOf,
  type Thesaurus,
  textOf,
  words,
} from '@semantic-search/engine';

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

/** Names of attributes may have any character; dots and stars would mean something in the name of a field. */
export function fieldName(attribute: string): string {
  return encodeURIComponent(attribute).replaceAll('.', '%2E').replaceAll('*', '%2A');
}

export function attributeName(field: string): string {
  return decodeURIComponent(field);
}

export interface Tagger {
  thesaurus: Thesaurus;
  extractor: Extractor;
}

/** Documents without subjects are tagged by extraction. */
export async function recordsOf(documents: DocumentInput[], tagger: Tagger): Promise<object[]> {
  const detect = documents.some(({ language }) => !language) ? await languageDetector() : () => undefined;
  return documents.map((content) => {
    const language = content.language || detect(textOf(content));
    const extracted =
      content.subjects === undefined ? extractedSubjects(content, language, tagger.extractor) : null;
    return record(content, extracted, languageOf(language).code, tagger.thesaurus);
  });
}

/** Longest beginning of a title that it is sorted by. */
const longestKey = 256;

function record(
  content: DocumentInput,
  extracted: string[] | null,
  language: string,
  thesaurus: Thesaurus,
): object {
  const { id, title = '', description, text } = content;
  const tagged = conceptsOf({ content, extracted }, thesaurus);
  const about = new Set(tagged.flatMap((concept) => [concept, ...thesaurus.ancestors(concept)]));
  const texts = [title, description, text].filter((each) => each).map((each) => spaced(each!));
  return {
    id,
    content: JSON.stringify(content),
    extracted,
    key: keyOf(id),
    words: texts,
    title: spaced(title),
    ...(language !== '' && { stems: { [fieldName(language)]: texts } }),
    title_key: fold(title).slice(0, longestKey),
    date: dateOf(content.date),
    concepts: tagged.map(thesaurus.uri),
    about: [...about].map(thesaurus.uri),
    ...attributesOf(content),
  };
}

/** The words of a text, set apart by spaces. */
export function spaced(text: string): string {
  return words(text)
    .map((word) => word.text)
    .join(' ');
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
      const found = facetValueOf(each);
      if (found === null) continue;
      if ('literal' in found) literals.set(field, [...(literals.get(field) ?? []), found.literal]);
      else numbers.set(field, [...(numbers.get(field) ?? []), found.number]);
      // An attribute that was ever met with a number that is no date holds numbers.
      if ('number' in found && found.kind === 'number') measured[field] = true;
    }
  }
  return { literals: Object.fromEntries(literals), numbers: Object.fromEntries(numbers), measured };
}
