/** Popular searches, which visitors see in an empty search box. */
import type { PopularSearches, QueryInsight } from '@semantic-search/contract';
import type { StoredConfiguration } from '@semantic-search/contract/storage';
import { comparable } from '../configurations/curation-conflicts.ts';
import type { InsightService } from './open-insight.ts';
import { listQueries, periodOf } from './statistics.ts';

const MAX_POPULAR = 5;
const MAX_READ = 1000;
/** Every visitor asks, and the database adds up all queries of the period. */
const MAX_AGE_MS = 600_000;

/** Returns a function that reads the popular searches of a configuration in a language; all languages without one. */
export function popularSearches({ storage }: Pick<InsightService, 'storage'>) {
  const cache = new Map<number, { queries: Promise<QueryInsight[]>; expires: number }>();
  const read = (id: number): Promise<QueryInsight[]> => {
    const now = Date.now();
    const cached = cache.get(id);
    if (cached && now < cached.expires) return cached.queries;
    const queries = storage
      .queries(periodOf({}, [id], now))
      .then((stored) => listQueries(stored, { kind: 'all', count: MAX_READ }).queries.filter(isOfUse));
    cache.set(id, { queries, expires: now + MAX_AGE_MS });
    queries.catch(() => cache.delete(id));
    return queries;
  };
  return async ({ id, config }: StoredConfiguration, language?: string): Promise<PopularSearches> => {
    const { show = false, blocked = [] } = config.popularSearches ?? {};
    if (!show) return { queries: [] };
    const blockedWords = blocked.map(comparable);
    const isPermitted = ({ query, language: ofQuery }: QueryInsight) =>
      (language === undefined || primary(ofQuery) === primary(language)) &&
      !blockedWords.some((words) => ` ${comparable(query)} `.includes(` ${words} `));
    const texts = (await read(id)).filter(isPermitted).map(({ query }) => query);
    return { queries: [...new Set(texts)].slice(0, MAX_POPULAR) };
  };
}

/** Whether visitors found something with it. Masked personal data is not shown to others. */
const isOfUse = ({ query, searches, withoutResults, withClick }: QueryInsight): boolean =>
  query !== '' && withoutResults * 2 < searches && withClick > 0 && !/\[(?:email|iban|number)\]/.test(query);

/** `de` of `de-AT`. */
const primary = (tag: string): string => tag.toLowerCase().split('-', 1)[0]!;
