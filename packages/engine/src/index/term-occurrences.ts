/** Term occurrences: the words of documents of a segment, recovered from its postings and spellings. */
import type { TermDictionary, TermOccurrences } from '@semantic-search/query/terms';
import { rowAt } from './compact-array.ts';
import type { Postings, Segment } from './segment.ts';

/** The words of the included documents. Deterministic, so that a merge can subtract what publication added. */
export function termOccurrences(
  segment: Segment,
  isIncluded: (document: number) => boolean,
  dictionary: TermDictionary,
): TermOccurrences {
  const { title, body } = segment;
  const included = Uint8Array.from(segment.keys, (_, document) => Number(isIncluded(document)));
  const { languages, spelledForms, spelledTerms } = spelledWords(segment, included, dictionary);
  const forms = [...spelledForms];
  const languageNumbers = [...languages.keys()];
  /** Occurrences of one term, by language. */
  const occurrences = new Uint32Array(1 + Math.max(0, ...languageNumbers));
  const addOccurrences = ({ starts, documents, frequencies }: Postings, ordinal: number) => {
    for (let i = starts[ordinal]!; i < starts[ordinal + 1]!; i++) {
      const document = documents[i]!;
      if (included[document] === 1) occurrences[segment.languages[document]!]! += frequencies[i]!;
    }
  };
  // Both lists of terms are ascending, so the next term is the smaller one.
  for (let i = 0, j = 0; i < title.terms.length || j < body.terms.length; ) {
    const term = Math.min(title.terms[i] ?? Number.MAX_VALUE, body.terms[j] ?? Number.MAX_VALUE);
    if (title.terms[i] === term) addOccurrences(title, i++);
    if (body.terms[j] === term) addOccurrences(body, j++);
    for (const language of languageNumbers) {
      const plainCount = occurrences[language]! - (spelledTerms[language]!.get(term) ?? 0);
      const form = plainCount > 0 ? dictionary.plainForm(term, language) : undefined;
      if (form !== undefined) forms.push([form, plainCount]);
      occurrences[language] = 0;
    }
  }
  return { languages, forms };
}

/** Postings do not distinguish spellings, so words with diacritics are stored by document. */
function spelledWords(segment: Segment, included: Uint8Array, dictionary: TermDictionary) {
  /** Number of documents by language. */
  const languages = new Map<number, number>();
  const spelledForms = new Map<number, number>();
  /** By language and term. */
  const spelledTerms: Map<number, number>[] = [];
  for (let document = 0; document < segment.size; document++) {
    if (included[document] === 0) continue;
    const language = segment.languages[document]!;
    increase(languages, language, 1);
    spelledTerms[language] ??= new Map();
    for (const form of rowAt(segment.spelled, document)) {
      increase(spelledForms, form, 1);
      increase(spelledTerms[language], dictionary.termOf(form), 1);
    }
  }
  return { languages, spelledForms, spelledTerms };
}

function increase(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
