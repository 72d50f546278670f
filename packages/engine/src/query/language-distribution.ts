/** Language distribution: number of documents in each language. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { IndexReader } from '../index/index-reader.ts';
import type { LanguageShare } from './index-statistics.ts';

const known = new WeakMap<IndexReader, LanguageShare[]>();

/** The most frequent language first. */
export function languageDistribution(generation: IndexReader): LanguageShare[] {
  return getOrInsert(known, generation, ({ vocabulary, documents }) =>
    distributionOf(vocabulary.documentsByLanguage(), documents),
  );
}

/** Combines the `counts` of documents by declared language. Documents without one may be in any language of `met`. */
export function distributionOf(
  counts: ReadonlyMap<string, number>,
  documents: number,
  met: readonly Analyzer[] = [],
): LanguageShare[] {
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = new Map(counts);
  for (const { code } of met) if (!all.has(code)) all.set(code, documents - named);
  return [...all]
    .filter(([, count]) => count > 0)
    .sort(([a, count], [b, other]) => other - count || (a < b ? -1 : 1))
    .map(([code, count]) => ({ language: analyzerFor(code), documents: count }));
}
