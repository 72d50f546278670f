/** Forms of the words in a segment, recovered from its postings and spellings. */
import { GrowableUint32Array } from '@semantic-search/query/collections';
import type { TermDictionaryBuilder, TermOccurrences } from '@semantic-search/query/terms';
import { rowAt } from '../index/compact-array.ts';
import type { Segment } from '../index/segment.ts';

/** Number of languages that a key of a term and a language can distinguish. */
const MAX_LANGUAGES = 0x1_0000;

/**
 * Form number of each token in the included documents. Deterministic, so that a merge can subtract what publication added.
 */
export function formsIn(
  segment: Segment,
  isIncluded: (document: number) => boolean,
  dictionary: TermDictionaryBuilder,
): TermOccurrences {
  const documents = Array.from(segment.languages, (_, document) => document).filter(isIncluded);
  const forms = new GrowableUint32Array();
  const plain = occurrencesByTerm(segment, documents);
  // Postings do not distinguish spellings, so words with diacritics are stored by document.
  for (const document of documents) {
    for (const form of rowAt(segment.spelled, document)) {
      forms.push(form);
      const key = dictionary.termOf(form) * MAX_LANGUAGES + segment.languages[document]!;
      plain.set(key, plain.get(key)! - 1);
    }
  }
  for (const [key, count] of plain) {
    if (count <= 0) continue;
    const form = dictionary.plainForm(Math.floor(key / MAX_LANGUAGES), key % MAX_LANGUAGES);
    for (let i = 0; i < count; i++) forms.push(form);
  }
  return { languages: documents.map((document) => segment.languages[document]!), forms: forms.view() };
}

/** Occurrences in these documents by term * MAX_LANGUAGES + language. */
function occurrencesByTerm({ size, languages, title, body }: Segment, documents: number[]) {
  const included = new Uint8Array(size);
  for (const document of documents) included[document] = 1;
  const occurrences = new Map<number, number>();
  for (const { terms, starts, documents: postings, frequencies } of [title, body]) {
    for (let i = 0; i < terms.length; i++) {
      for (let j = starts[i]!; j < starts[i + 1]!; j++) {
        const document = postings[j]!;
        if (included[document] === 0) continue;
        const key = terms[i]! * MAX_LANGUAGES + languages[document]!;
        occurrences.set(key, (occurrences.get(key) ?? 0) + frequencies[j]!);
      }
    }
  }
  return occurrences;
}
