/** Concept matcher options for queries. */

import type { QueryLanguage } from '../query.ts';
import type { ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';

/** Inflections of labels in other languages match only if `broad` is set. */
export function conceptMatchOptions(
  { stopWordAnalyzer: stops, analyzer: own, isForeign }: QueryLanguage,
  broad: boolean,
): ConceptMatchOptions {
  const meant = own && { language: own, isForeign: broad ? isForeign : () => false };
  return { query: true, stopWordsOf: stops, preferredLanguage: meant };
}
