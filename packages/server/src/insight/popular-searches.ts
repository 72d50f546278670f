/** Popular searches of a configuration, which its search boxes suggest. */
import * as api from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { baseLanguage } from '@semantic-search/query/analysis';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import { comparable } from '../configurations/curation-conditions.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { listQueries, periodOf } from './statistics.ts';

/** Maximum number of popular searches that a search box shows. */
const MAX_POPULAR = 5;
/** Number of most frequent queries from which the popular searches are chosen. */
const MAX_CANDIDATES = 1000;
/** Popular searches are cached for this time: every visitor requests them, and the database sums all queries of the period. */
const MAX_AGE_MS = 600_000;
/** Maximum number of cached lists: one per configuration and interval. */
const MAX_CACHED = 200;

/** A query, and its words in the normal form of `comparable`. */
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
    const candidates = getOrInsertLatest(cache, MAX_CACHED, key, async () => {
      const counts = await fromStorage(insight, () => insight.storage.queries(periodOf({}, [id], now)));
      const { queries } = listQueries(counts, { kind: 'all', count: MAX_CANDIDATES });
      return queries
        .filter(isOfUse)
        .map(({ query, language }) => ({ query, language, words: ` ${comparable(query)} ` }));
    });
    candidates.catch(() => cache.delete(key));
    return candidates;
  };
  return async ({ id, config }: StoredConfiguration, language?: string): Promise<api.PopularSearches> => {
    const { show = false, blocked = [] } = config.popularSearches ?? {};
    if (!show) return { queries: [] };
    const blockedWords = blocked.map((words) => ` ${comparable(words)} `);
    const shown = (await read(id))
      .filter((popular) => language === undefined || primary(popular.language) === primary(language))
      .filter(({ words }) => !blockedWords.some((blockedPhrase) => words.includes(blockedPhrase)));
    return { queries: [...new Set(shown.map(({ query }) => query))].slice(0, MAX_POPULAR) };
  };
}

/** Whether to show a query to others: visitors found something, and it has no masked personal data. */
const isOfUse = ({ query, searches, withoutResults, withClick }: api.QueryInsight): boolean =>
  query !== '' && withoutResults * 2 < searches && withClick > 0 && !api.hasMaskedData(query);

/** `de` of `de-AT`. */
const primary = (tag: string): string => baseLanguage(tag.toLowerCase());
