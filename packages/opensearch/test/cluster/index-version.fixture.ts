/** Index version without documents, for tests without a cluster. */
import { AttributeRegistry } from '@semantic-search/engine/building-blocks';
import { DEFAULT_QUERY_SETTINGS, parseThesaurus } from '@semantic-search/query';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { textOf } from '../../../server/test/support/documents.ts';
import type { IndexVersion } from '../../src/indices/query-target.ts';
import { openStoredThesaurus } from '../../src/indices/thesaurus-store.ts';

/** The stored form of a thesaurus in Turtle. */
export async function thesaurusRecord(turtle: string): Promise<Uint8Array> {
  return (await parseThesaurus(textOf(turtle), 'text/turtle')).record;
}

export function emptyIndexVersion(record: Uint8Array, index = 'zoo-v-1'): IndexVersion {
  return {
    index,
    chunks: 0,
    attributes: new AttributeRegistry(),
    termDictionary: new TermDictionaryBuilder().current(),
    ...openStoredThesaurus(record),
    cache: new Map(),
    shards: 1,
    querySettings: DEFAULT_QUERY_SETTINGS,
  };
}
