/** Index statistics for query planning: term dictionary, thesaurus, document frequencies, languages. */
import { type Analyzer, analyzerFor } from './analysis/analyzers.ts';
import type { IndexedThesaurus } from './indexed-thesaurus.ts';
import type { Matcher, TermSet } from './query-plan.ts';
import type { TermDictionary } from './terms/term-dictionary.ts';

/** Number of live documents in a language. */
export interface LanguageShare {
  language: Analyzer;
  documents: number;
}

/** The part of a term dictionary that query planning reads. */
export interface ReadableTermDictionary
  extends Pick<
    TermDictionary,
    | 'languages'
    | 'find'
    | 'has'
    | 'unambiguousForms'
    | 'startingWith'
    | 'isWord'
    | 'compoundsWith'
    | 'similarTo'
    | 'spelling'
  > {
  readonly terms: { at(term: number): string };
}

export interface IndexStatistics {
  /** Number of live documents. */
  documents: number;
  termDictionary: ReadableTermDictionary;
  indexedThesaurus: IndexedThesaurus;
  /** Number of documents with one of these terms; counting may stop at `enough`. */
  documentFrequency(terms: TermSet, enough?: number): number;
  /** Number of documents that a phrase, title or concept matches. */
  matchFrequency(matcher: Exclude<Matcher, { kind: 'word' }>): number;
  /** At most `count` accepted terms with the highest document frequency, ties in byte order. `terms` must be ascending. */
  mostFrequent(terms: TermSet, count: number, accepts: (term: number) => boolean): TermSet;
  /** Languages of the live documents, the most frequent first. */
  languages(): LanguageShare[];
}

/** Inverse document frequency: near 0 for a frequent term. Positive, even if the counts were taken at different times. */
export function idf(frequency: number, documents: number): number {
  return Math.log(1 + (Math.max(0, documents - frequency) + 0.5) / (frequency + 0.5));
}

/** Number of documents that match; counting may stop at `enough`. */
export function frequencyOf(
  matcher: Matcher,
  { documentFrequency, matchFrequency }: Pick<IndexStatistics, 'documentFrequency' | 'matchFrequency'>,
  enough?: number,
): number {
  return matcher.kind === 'word' ? documentFrequency(matcher.terms, enough) : matchFrequency(matcher);
}

/**
 * Language shares, the largest first; `counts` has the documents with a declared language. The other documents may be in
 * each of the `detected` languages. If only one language was detected, all documents count for it.
 */
export function languageDistribution(
  counts: ReadonlyMap<string, number>,
  documents: number,
  detected: readonly Analyzer[] = [],
): LanguageShare[] {
  const declared = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const byCode = new Map(counts);
  for (const { code } of detected) if (!byCode.has(code)) byCode.set(code, documents - declared);
  if (detected.length === 1) byCode.set(detected[0]!.code, documents);
  return [...byCode]
    .filter(([, count]) => count > 0)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([code, count]) => ({ language: analyzerFor(code), documents: count }));
}
