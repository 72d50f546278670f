/** Term occurrences: the words of documents of a segment, recovered from its postings and spellings. */
import type { TermDictionary, TermOccurrences } from '@semantic-search/query/terms';
import { rowAt } from './compact-array.ts';
import type { Segment } from './segment.ts';

/** Number of languages that a key of a term and a language can distinguish. */
const MAX_LANGUAGES = 0x1_0000;

/** The words of the included documents. Deterministic, so that a merge can subtract what publication added. */
export function termOccurrences(
  segment: Segment,
  isIncluded: (document: number) => boolean,
  dictionary: TermDictionary,
): TermOccurrences {
  const included = Uint8Array.from(segment.keys, (_, document) => Number(isIncluded(document)));
  const languages = new Map<number, number>();
  const forms = new Map<number, number>();
  /** First of all spellings, then without the words that are stored by document. */
  const plainOccurrences = occurrencesByTerm(segment, included);
  for (let document = 0; document < segment.size; document++) {
    if (included[document] === 0) continue;
    const language = segment.languages[document]!;
    increase(languages, language, 1);
    // Postings do not distinguish spellings, so words with diacritics are stored by document.
    for (const form of rowAt(segment.spelled, document)) {
      increase(forms, form, 1);
      increase(plainOccurrences, dictionary.termOf(form) * MAX_LANGUAGES + language, -1);
    }
  }
  for (const [key, count] of plainOccurrences) {
    if (count <= 0) continue;
    const form = dictionary.plainForm(Math.floor(key / MAX_LANGUAGES), key % MAX_LANGUAGES);
    if (form !== undefined) increase(forms, form, count);
  }
  return { languages, forms };
}

/** Occurrences in the included documents by term * MAX_LANGUAGES + language. */
function occurrencesByTerm({ languages, title, body }: Segment, included: Uint8Array): Map<number, number> {
  const occurrences = new Map<number, number>();
  for (const { terms, starts, documents, frequencies } of [title, body])
    for (let i = 0; i < terms.length; i++)
      for (let j = starts[i]!; j < starts[i + 1]!; j++) {
        const document = documents[j]!;
        if (included[document] === 1)
          increase(occurrences, terms[i]! * MAX_LANGUAGES + languages[document]!, frequencies[j]!);
      }
  return occurrences;
}

function increase(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
