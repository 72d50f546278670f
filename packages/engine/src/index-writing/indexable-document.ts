/** Indexable form of a stored document: searched texts, parsed dates and interned values. */
import { categoryPaths, categoryUri } from '@semantic-search/query/category-thesaurus';
import { getOrInsert, type StringInterner } from '@semantic-search/query/collections';
import type { AttributeRegistry } from '../index/attributes.ts';
import type { StoredDocument } from '../storage/documents.ts';
import type { DocumentInput } from '../writable-space.ts';
import { attributesOf, facetValueOf } from './document-attributes.ts';
import { parseDate } from './document-dates.ts';
import { fullText, headingTexts } from './document-sections.ts';
import type { IndexableDocument } from './segment-builder.ts';

/** Attributes that visitors select as filters, and whose values are not text to search. */
const UNSEARCHED_ATTRIBUTES = ['language', 'site'];

/** Web addresses are not searched, because their words describe a location and not the document. */
const webAddress = /^(?:https?|urn|mailto):\S+$/iu;

/** The searched texts: the title, and the body with description, full text, headings and values of attributes. */
export function searchedTexts(document: DocumentInput): { title: string; body: string[] } {
  // Clients may send null for a member that they leave out.
  const { title, description } = document;
  return {
    title: title ?? '',
    body: [description ?? '', fullText(document), ...headingTexts(document), ...attributeTexts(document)],
  };
}

function attributeTexts(document: DocumentInput): string[] {
  return attributesOf(document)
    .filter(([name]) => !UNSEARCHED_ATTRIBUTES.includes(name))
    .flatMap(([, values]) => values)
    .filter((value) => typeof value === 'string')
    .filter((text) => !webAddress.test(text));
}

/** Tables of the index to which a converted document refers. */
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
  const literals = new Map<number, Set<number>>();
  const numbers = new Map<number, Set<number>>();
  const add = (valuesByAttribute: typeof numbers, attributeNumber: number, value: number) =>
    getOrInsert(valuesByAttribute, attributeNumber, () => new Set()).add(value);
  const date = parseDate(document.date, document.language);
  if (date !== null) add(numbers, attributes.add('date', 'date').number, date);
  for (const [name, values] of attributesOf(document))
    for (const value of values) {
      const facetValue = facetValueOf(value, name);
      if (facetValue === null) continue;
      const attribute = attributes.add(name, facetValue.kind);
      if (facetValue.kind === 'literal')
        add(literals, attribute.number, attribute.values.add(facetValue.value));
      else add(numbers, attribute.number, facetValue.value);
    }
  return {
    key,
    id: document.id,
    date,
    written,
    ...searchedTexts(document),
    language,
    subjects: [...new Set(concepts)].map((uri) => subjects.add(uri)),
    literals,
    numbers,
  };
}

/** Subjects of a document (its own or extracted subjects) and its categories. Unknown URIs are ignored later. */
export function documentSubjects(document: Pick<StoredDocument, 'content' | 'extracted'>): string[] {
  const { content, extracted } = document;
  return [...(extracted ?? content.subjects ?? []), ...categoryPaths(content).map(categoryUri)];
}
