/** Routes of search events and their statistics (how-to/insight.md). */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { InsightPeriod, StoredConfiguration } from '@semantic-search/contract/storage';
import { baseLanguage } from '@semantic-search/query/analysis';
import { getOrInsertLatest } from '@semantic-search/query/collections';
import type { Context } from 'koa';
import { configurationId, operationRoutes } from '../auth/operation-routes.ts';
import { comparable } from '../configurations/curation-conflicts.ts';
import {
  permittedConfigurations,
  permittedLogs,
  type ReadableConfigurations,
} from '../configurations/permitted-configurations.ts';
import type { ConfigurationStore } from '../configurations/store.ts';
import { readPlainJson } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import type { CountedConfiguration } from './event-recorder.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { readRemedies } from './remedies.ts';
import { comparedPeriods, listQueries, periodOf, queriesAsCsv, readInsight } from './statistics.ts';

/** Number of history entries that are searched for the last change of a rule. */
const MAX_CHANGES = 500;

const MAX_POPULAR = 5;
const MAX_READ = 1000;
/** Popular searches are cached: every visitor requests them, and the database sums all queries of the period. */
const MAX_AGE_MS = 600_000;
const MAX_CACHED = 200;

export function insightRoutes(
  insight: InsightService,
  configurations: ReadableConfigurations & Pick<ConfigurationStore, 'logs'>,
): Router {
  const { storage, recorder, retentionDays } = insight;
  const popular = popularSearches(insight);
  const permitted = ({ state }: Context) => permittedConfigurations(state.access, configurations);
  const listed = async (ctx: Context): Promise<api.QueryInsights> => {
    const parameters = parseQuery(api.QueryInsightParameters, ctx.query);
    const counted = countedConfigurations(ctx, configurations)(parameters.configuration);
    const period = periodOf(parameters, counted, Date.now());
    return listQueries(await fromStorage(insight, () => storage.queries(period)), parameters);
  };
  return operationRoutes({
    async sendEvents(ctx): Promise<api.EventOutcome> {
      // Browsers report an error to the page that sent the beacon otherwise.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      const configuration = countedConfiguration(permitted(ctx).require(configurationId(ctx)));
      const { events } = parse(api.SearchEvents, await readPlainJson(ctx, api.MAX_EVENT_BODY_BYTES));
      const isRefused = ctx.get('Sec-GPC') === '1' || ctx.get('DNT') === '1' || configuration.mode === 'off';
      return isRefused
        ? { counted: 0, dropped: 0 }
        : recorder.record(events, configuration, ctx.state.client);
    },
    async getPopularSearches(ctx) {
      const entry = permitted(ctx).require(configurationId(ctx));
      const { language } = parseQuery(api.PopularSearchParameters, ctx.query);
      // Popular searches may name content that the filter of the token hides.
      return ctx.state.access.filter ? { queries: [] } : popular(entry, language);
    },
    async getInsight(ctx): Promise<api.Insight> {
      const countedOf = countedConfigurations(ctx, configurations);
      const periods = comparedPeriods(parseQuery(api.InsightParameters, ctx.query), countedOf, Date.now());
      return fromStorage(insight, () => readInsight(storage, periods, retentionDays));
    },
    async listRemedies(ctx): Promise<api.Remedies> {
      const { configuration: id } = parseQuery(api.RemedyParameters, ctx.query);
      const entry = permitted(ctx).require(id);
      const page = { start: 0, count: MAX_CHANGES };
      const { logs } = await permittedLogs(ctx.state.access, configurations, id, page);
      return { remedies: await fromStorage(insight, () => readRemedies(storage, entry, logs, Date.now())) };
    },
    listQueries: listed,
    async exportQueries(ctx) {
      const { queries } = await listed(ctx);
      ctx.attachment('queries.csv');
      ctx.type = 'text/csv; charset=utf-8';
      return queriesAsCsv(queries);
    },
  });
}

/** Names that events may use, so that forged ones do not fill the disk. */
function countedConfiguration({ id, config }: StoredConfiguration): CountedConfiguration {
  const { insight: mode = 'counts', curation = [] } = config;
  return { id, mode, rules: new Set(curation.map(({ name }) => name)) };
}

/** Configurations that count: for a token limited to spaces, only existing configurations of these spaces. */
function countedConfigurations(
  { state: { access } }: Context,
  configurations: ReadableConfigurations,
): (id?: number) => InsightPeriod['configurations'] {
  const permitted = permittedConfigurations(access, configurations);
  return (id) => {
    if (access.spaces === null) return id === undefined ? undefined : [id];
    if (id === undefined) return permitted.list().map((entry) => entry.id);
    return [permitted.require(id).id];
  };
}

/** A query, and its words in the normal form of `comparable`. */
interface PopularQuery {
  query: string;
  language: string;
  words: string;
}

/** Returns a function that reads the popular searches of a configuration in a language; all languages without one. */
function popularSearches(insight: InsightService) {
  const cache = new Map<string, Promise<PopularQuery[]>>();
  const read = (id: number): Promise<PopularQuery[]> => {
    const now = Date.now();
    const key = `${id} ${Math.floor(now / MAX_AGE_MS)}`;
    const queries = getOrInsertLatest(cache, MAX_CACHED, key, async () => {
      const counts = await fromStorage(insight, () => insight.storage.queries(periodOf({}, [id], now)));
      const { queries: listed } = listQueries(counts, { kind: 'all', count: MAX_READ });
      return listed
        .filter(isOfUse)
        .map(({ query, language }) => ({ query, language, words: ` ${comparable(query)} ` }));
    });
    queries.catch(() => cache.delete(key));
    return queries;
  };
  return async ({ id, config }: StoredConfiguration, language?: string): Promise<api.PopularSearches> => {
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

/** Whether to show a query to others: visitors found something, and it has no masked personal data. */
const isOfUse = ({ query, searches, withoutResults, withClick }: api.QueryInsight): boolean =>
  query !== '' && withoutResults * 2 < searches && withClick > 0 && !api.hasMaskedData(query);

/** `de` of `de-AT`. */
const primary = (tag: string): string => baseLanguage(tag.toLowerCase());
