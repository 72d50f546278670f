/** Routes of search events and their statistics (how-to/insight.md). */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { InsightPeriod, StoredConfiguration } from '@semantic-search/contract/storage';
import type { Context } from 'koa';
import { configurationId, operationRoutes } from '../auth/operation-routes.ts';
import {
  permittedConfigurations,
  permittedLogs,
  type ReadableConfigurations,
} from '../configurations/permitted-configurations.ts';
import { type ConfigurationStore, unknownConfiguration } from '../configurations/store.ts';
import { readPlainJson } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import type { CountedConfiguration } from './event-recorder.ts';
import { fromStorage, type InsightService } from './open-insight.ts';
import { popularSearches } from './popular-searches.ts';
import { readRemedies } from './remedies.ts';
import {
  comparedPeriods,
  insightAsCsv,
  listQueries,
  periodOf,
  queriesAsCsv,
  readInsight,
} from './statistics.ts';

/** Of the history of a configuration, to find when a rule was changed. */
const MAX_CHANGES = 500;

export function insightRoutes(
  insight: InsightService,
  configurations: ReadableConfigurations & Pick<ConfigurationStore, 'logs'>,
): Router {
  const popular = popularSearches(insight);
  return operationRoutes({
    sendEvents: (ctx) => countEvents(ctx, insight, configurations),
    async getPopularSearches(ctx) {
      const id = configurationId(ctx);
      const { access } = ctx.state;
      const entry = permittedConfigurations(access, configurations).find(id);
      if (!entry) throw unknownConfiguration(id);
      const { language } = parseQuery(api.PopularSearchParameters, ctx.query);
      // Others may have searched for what the filter of a token hides.
      return access.filter ? { queries: [] } : popular(entry, language);
    },
    getInsight: (ctx) => counts(ctx, insight, configurations),
    exportInsight: async (ctx) =>
      asCsv(ctx, 'insight.csv', insightAsCsv(await counts(ctx, insight, configurations))),
    async listRemedies(ctx) {
      const { access } = ctx.state;
      const { configuration: id } = parseQuery(api.RemedyParameters, ctx.query);
      const entry = permittedConfigurations(access, configurations).find(id);
      const page = { start: 0, count: MAX_CHANGES };
      const history = entry && (await permittedLogs(access, configurations, id, page));
      if (!history) throw unknownConfiguration(id);
      const remedies = await fromStorage(insight, () =>
        readRemedies(insight.storage, entry, history.logs, Date.now()),
      );
      return { remedies } satisfies api.Remedies;
    },
    listQueries: (ctx) => queries(ctx, insight, configurations),
    exportQueries: async (ctx) =>
      asCsv(ctx, 'queries.csv', queriesAsCsv((await queries(ctx, insight, configurations)).queries)),
  });
}

async function countEvents(
  ctx: Context,
  { recorder }: InsightService,
  configurations: ReadableConfigurations,
): Promise<api.EventOutcome> {
  // Browsers report an error to the page that sent the beacon otherwise.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  const id = configurationId(ctx);
  const configuration = permittedConfigurations(ctx.state.access, configurations).find(id);
  if (!configuration) throw unknownConfiguration(id);
  const { events } = parse(api.SearchEvents, await readPlainJson(ctx, api.MAX_EVENT_BODY_BYTES));
  const counted = countedConfiguration(configuration);
  const isRefused = ctx.get('Sec-GPC') === '1' || ctx.get('DNT') === '1' || counted.mode === 'off';
  return isRefused ? { counted: 0, dropped: 0 } : recorder.record(events, counted, ctx.state.client);
}

/** Names that events may use, so that forged ones do not fill the disk. */
function countedConfiguration({ id, config }: StoredConfiguration): CountedConfiguration {
  const { insight: mode = 'counts', curation = [] } = config;
  return { id, mode, rules: new Set(curation.map(({ name }) => name)) };
}

/** A token of search spaces knows of no configuration beyond them, nor of deleted ones. */
function countedConfigurations(
  { state: { access } }: Context,
  configurations: ReadableConfigurations,
): (id?: number) => InsightPeriod['configurations'] {
  const permitted = permittedConfigurations(access, configurations);
  return (id) => {
    if (access.spaces === null) return id === undefined ? undefined : [id];
    if (id === undefined) return Array.from(permitted.list(), (entry) => entry.id);
    if (!permitted.find(id)) throw unknownConfiguration(id);
    return [id];
  };
}

async function counts(
  ctx: Context,
  insight: InsightService,
  configurations: ReadableConfigurations,
): Promise<api.Insight> {
  const countedOf = countedConfigurations(ctx, configurations);
  const periods = comparedPeriods(parseQuery(api.InsightParameters, ctx.query), countedOf, Date.now());
  return fromStorage(insight, () => readInsight(insight.storage, periods, insight.retentionDays));
}

function asCsv(ctx: Context, name: string, content: string): string {
  ctx.attachment(name);
  ctx.type = 'text/csv; charset=utf-8';
  return content;
}

async function queries(
  ctx: Context,
  insight: InsightService,
  configurations: ReadableConfigurations,
): Promise<api.QueryInsights> {
  const parameters = parseQuery(api.QueryInsightParameters, ctx.query);
  const counted = countedConfigurations(ctx, configurations)(parameters.configuration);
  const period = periodOf(parameters, counted, Date.now());
  const stored = await fromStorage(insight, () => insight.storage.queries(period));
  return listQueries(stored, parameters);
}
