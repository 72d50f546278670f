/** Popular searches, which visitors see in an empty search box. */
import { hasMaskedData, type PopularSearches, type QueryInsight } from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { baseLanguage } from '@semantic-search/query/analysis';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import { comparable } from '../configurations/curation-conflicts.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { listQueries, periodOf } from './statistics.ts';

const MAX_POPULAR = 5;
const MAX_READ = 1000;
/** Every visitor asks, and the database adds up all queries of the period. */
const MAX_AGE_MS = 600_000;
const MAX_CACHED = 200;

/** A query, and its words as `comparable` has them. */
interface PopularQuery {
  query: string;
  language: string;
  words: string;
}

/** Returns a function that reads the popular searches of a configuration in a language; all languages without one. */
export function popularSearches(insight: InsightService) {
  const cache = new Map<string, Promise<PopularQuery[]>>();
  const read = (id: number): Promise<PopularQuery[]> => {
    const now = Date.now();
    const key = `${id} ${Math.floor(now / MAX_AGE_MS)}`;
    const queries = getOrInsertLatest(cache, MAX_CACHED, key, async () => {
      const stored = await fromStorage(insight, () => insight.storage.queries(periodOf({}, [id], now)));
      const { queries: listed } = listQueries(stored, { kind: 'all', count: MAX_READ });
      return listed
        .filter(isOfUse)
        .map(({ query, language }) => ({ query, language, words: ` ${comparable(query)} ` }));
    });
    queries.catch(() => cache.delete(key));
    return queries;
  };
  return async ({ id, config }: StoredConfiguration, language?: string): Promise<PopularSearches> => {
    const { show = false, blocked = [] } = config.popularSearches ?? {};
    if (!show) return { queries: [] };
    const blockedWords = blocked.map((words) => ` ${comparable(words)} `);
    const queries = new Set<string>();
    for (const popular of await read(id)) {
      if (queries.size === MAX_POPULAR) break;
      const isUnderstood = language === undefined || primary(popular.language) === primary(language);
      if (isUnderstood && !blockedWords.some((words) => popular.words.includes(words)))
        queries.add(popular.query);
    }
    return { queries: [...queries] };
  };
}

/** Whether visitors found something with it. Masked personal data is not shown to others. */
const isOfUse = ({ query, searches, withoutResults, withClick }: QueryInsight): boolean =>
  query !== '' && withoutResults * 2 < searches && withClick > 0 && !hasMaskedData(query);

/** `de` of `de-AT`. */
const primary = (tag: string): string => baseLanguage(tag.toLowerCase());
