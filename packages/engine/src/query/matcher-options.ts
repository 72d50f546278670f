/** How labels are recognised in an input. */
import type { ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';
import type { QueryLanguage } from './query-language.ts';

/** Words of another language are forms of its labels only where little is found. */
export function conceptMatchOptions(
  { stopWordAnalyzer: stops, analyzer: own, isForeign }: QueryLanguage,
  broad: boolean,
): ConceptMatchOptions {
  const meant = own && { language: own, isForeign: broad ? isForeign : () => false };
  return { query: true, stopWordsOf: stops, preferredLanguage: meant };
}
