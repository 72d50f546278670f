/** How labels are recognised in an input. */
import type { RecognitionOptions } from '../thesaurus/concept-matcher.ts';
import type { QueryLanguage } from './query-language.ts';

/** Words of another language are forms of its labels only where little is found. */
export function recognitionOf({ stops, own, isForeign }: QueryLanguage, widely: boolean): RecognitionOptions {
  const meant = own && { language: own, isForeign: widely ? isForeign : () => false };
  return { query: true, stopWordsOf: stops, meant };
}
