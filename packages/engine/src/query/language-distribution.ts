/** How many documents are in which language. */

import { type Analyzer, analyzerFor } from '../analysis/analyzers.ts';
import { getOrInsert } from '../get-or-insert.ts';
import type { IndexReader } from '../index/index-reader.ts';
import type { LanguageShare } from './index-statistics.ts';

const known = new WeakMap<IndexReader, LanguageShare[]>();

/** Those of most documents first. */
export function languageDistribution(generation: IndexReader): LanguageShare[] {
  return getOrInsert(known, generation, ({ vocabulary, documents }) =>
    distributionOf(vocabulary.documentsByLanguage(), documents),
  );
}

/** `counts` are of documents that name their language, by its code. The others may be in any that is `met` but not named. */
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
