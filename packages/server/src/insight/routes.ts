/** Routes of search events and their statistics (how-to/insight.md). */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { InsightPeriod, StoredConfiguration } from '@semantic-search/contract/storage';
import type { Context } from 'koa';
import { configurationId, operationRoutes } from '../auth/operation-routes.ts';
import { clientOf, requireAccess } from '../auth/permission.ts';
import {
  permittedConfigurations,
  permittedLogs,
  type ReadableStore,
} from '../configurations/permitted-configurations.ts';
import type { ConfigurationStore } from '../configurations/store.ts';
import { readPlainJson } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import type { CountedConfiguration } from './event-recorder.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { popularSearches } from './popular-searches.ts';
import { readRemedies } from './remedies.ts';
import { comparedPeriods, listQueries, periodOf, queriesAsCsv, readInsight } from './statistics.ts';

/** Number of history entries that are searched for the last change of a rule. */
const MAX_CHANGES = 500;

export function insightRoutes(
  insight: InsightService,
  configurations: ReadableStore & Pick<ConfigurationStore, 'logs'>,
): Router {
  const { storage, recorder, retentionDays } = insight;
  const popular = popularSearches(insight);
  const permitted = (ctx: Context) => permittedConfigurations(requireAccess(ctx), configurations);
  const requestedQueries = async (ctx: Context): Promise<api.QueryInsights> => {
    const parameters = parseQuery(api.QueryInsightParameters, ctx.query);
    const idsOf = countedIds(ctx, configurations);
    const period = periodOf(parameters, idsOf(parameters.configuration), Date.now());
    return listQueries(await fromStorage(insight, () => storage.queries(period)), parameters);
  };
  return operationRoutes({
    async sendEvents(ctx): Promise<api.EventOutcome> {
      // Without this header, browsers report an error to the page that sent the beacon.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      const configuration = countedConfiguration(permitted(ctx).require(configurationId(ctx)));
      const { events } = parse(api.SearchEvents, await readPlainJson(ctx, api.MAX_EVENT_BODY_BYTES));
      const isRefused = ctx.get('Sec-GPC') === '1' || ctx.get('DNT') === '1' || configuration.mode === 'off';
      if (isRefused) return { counted: 0, dropped: 0 };
      return recorder.record(events, configuration, clientOf(ctx));
    },
    async getPopularSearches(ctx) {
      const entry = permitted(ctx).require(configurationId(ctx));
      const { language } = parseQuery(api.PopularSearchParameters, ctx.query);
      // Popular searches may name content that the filter of the token hides.
      return requireAccess(ctx).filter ? { queries: [] } : popular(entry, language);
    },
    async getInsight(ctx): Promise<api.Insight> {
      const idsOf = countedIds(ctx, configurations);
      const periods = comparedPeriods(parseQuery(api.InsightParameters, ctx.query), idsOf, Date.now());
      return fromStorage(insight, () => readInsight(storage, periods, retentionDays));
    },
    async listRemedies(ctx): Promise<api.Remedies> {
      const { configuration: id } = parseQuery(api.RemedyParameters, ctx.query);
      const entry = permitted(ctx).require(id);
      const page = { start: 0, count: MAX_CHANGES };
      const { logs } = await permittedLogs(requireAccess(ctx), configurations, id, page);
      return { remedies: await fromStorage(insight, () => readRemedies(storage, entry, logs, Date.now())) };
    },
    listQueries: requestedQueries,
    async exportQueries(ctx) {
      const { queries } = await requestedQueries(ctx);
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

/** IDs of the configurations to count; undefined for all. A token limited to spaces counts configurations that exist there. */
function countedIds(
  ctx: Context,
  configurations: ReadableStore,
): (id?: number) => InsightPeriod['configurations'] {
  const access = requireAccess(ctx);
  const permitted = permittedConfigurations(access, configurations);
  return (id) => {
    if (id !== undefined) return [access.spaces === null ? id : permitted.require(id).id];
    return access.spaces === null ? undefined : permitted.list().map((entry) => entry.id);
  };
}
