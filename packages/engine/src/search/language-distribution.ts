/** Language distribution: number of documents in each language. */

import { distributionOf, type LanguageShare } from '@semantic-search/query';
import { getOrInsert } from '@semantic-search/query/util';
import type { IndexReader } from '../index/index-reader.ts';

const known = new WeakMap<IndexReader, LanguageShare[]>();

/** The most frequent language first. */
export function languageDistribution(reader: IndexReader): LanguageShare[] {
  return getOrInsert(known, reader, ({ termDictionary, documents }) =>
    distributionOf(termDictionary.documentsByLanguage(), documents),
  );
}
