/** Routes of search events and their statistics (how-to/insight.md). */
import Router from '@koa/router';
import {
  type Insight,
  InsightParameters,
  MAX_EVENT_BODY_BYTES,
  QueryInsightParameters,
  type QueryInsights,
  type Remedies,
  RemedyParameters,
  SearchEvents,
} from '@semantic-search/contract';
import type { InsightPeriod, StoredConfiguration } from '@semantic-search/contract/storage';
import type { Context } from 'koa';
import { authorize } from '../auth/permission.ts';
import { configurationId } from '../configurations/configuration-id.ts';
import {
  permittedConfigurations,
  permittedLogs,
  type ReadableConfigurations,
} from '../configurations/permitted-configurations.ts';
import { type ConfigurationStore, unknownConfiguration } from '../configurations/store.ts';
import { ProblemError } from '../errors/problem.ts';
import { readPlainJson } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import type { CountedConfiguration } from './event-recorder.ts';
import type { InsightService } from './open-insight.ts';
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
  const router = new Router({ prefix: '/api', sensitive: true });
  router.post('/configurations/:configId/events', (ctx) => countEvents(ctx, insight, configurations));
  router.get('/insight', async (ctx) => {
    ctx.body = await counts(ctx, insight, configurations);
  });
  router.get('/insight.csv', async (ctx) => {
    sendCsv(ctx, 'insight.csv', insightAsCsv(await counts(ctx, insight, configurations)));
  });
  router.get('/insight/remedies', async (ctx) => {
    const access = authorize(ctx, { scope: 'insight:read' });
    const { configuration: id } = parseQuery(RemedyParameters, ctx.query);
    const entry = permittedConfigurations(access, configurations).find(id);
    const history =
      entry && (await permittedLogs(access, configurations, id, { start: 0, count: MAX_CHANGES }));
    if (!history) throw unknownConfiguration(id);
    const remedies = await fromStorage(insight, () =>
      readRemedies(insight.storage, entry, history.logs, Date.now()),
    );
    ctx.body = { remedies } satisfies Remedies;
  });
  router.get('/insight/queries', async (ctx) => {
    ctx.body = await queries(ctx, insight, configurations);
  });
  router.get('/insight/queries.csv', async (ctx) => {
    const { queries: listed } = await queries(ctx, insight, configurations);
    sendCsv(ctx, 'queries.csv', queriesAsCsv(listed));
  });
  return router;
}

async function countEvents(
  ctx: Context,
  { recorder }: InsightService,
  configurations: ReadableConfigurations,
): Promise<void> {
  // Browsers report an error to the page that sent the beacon otherwise.
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  const id = configurationId(ctx);
  const access = authorize(ctx, { scope: 'search', configuration: id });
  const configuration = permittedConfigurations(access, configurations).find(id);
  if (!configuration) throw unknownConfiguration(id);
  const { events } = parse(SearchEvents, await readPlainJson(ctx, MAX_EVENT_BODY_BYTES));
  const counted = countedConfiguration(configuration);
  const isRefused = ctx.get('Sec-GPC') === '1' || ctx.get('DNT') === '1' || counted.mode === 'off';
  ctx.body = isRefused
    ? { counted: 0, dropped: 0 }
    : await recorder.record(events, counted, ctx.state.client);
}

/** Names that events may use, so that forged ones do not fill the disk. */
function countedConfiguration({ id, config }: StoredConfiguration): CountedConfiguration {
  const { insight: mode = 'counts', curation = [] } = config;
  return { id, mode, rules: new Set(curation.map(({ name }) => name)) };
}

/** Reads the token of the request. A token of search spaces knows of no configuration beyond them, nor of deleted ones. */
function countedConfigurations(
  ctx: Context,
  configurations: ReadableConfigurations,
): (id?: number) => InsightPeriod['configurations'] {
  const access = authorize(ctx, { scope: 'insight:read' });
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
): Promise<Insight> {
  const countedOf = countedConfigurations(ctx, configurations);
  const periods = comparedPeriods(parseQuery(InsightParameters, ctx.query), countedOf, Date.now());
  return fromStorage(insight, () => readInsight(insight.storage, periods, insight.retentionDays));
}

function sendCsv(ctx: Context, name: string, content: string): void {
  ctx.attachment(name);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = content;
}

async function queries(
  ctx: Context,
  insight: InsightService,
  configurations: ReadableConfigurations,
): Promise<QueryInsights> {
  const countedOf = countedConfigurations(ctx, configurations);
  const parameters = parseQuery(QueryInsightParameters, ctx.query);
  const period = periodOf(parameters, countedOf(parameters.configuration), Date.now());
  const stored = await fromStorage(insight, () => insight.storage.queries(period));
  return listQueries(stored, parameters);
}

/** Includes what was counted up to now. Throws service-unavailable if the storage fails. */
export async function fromStorage<Result>(
  { recorder }: InsightService,
  read: () => Promise<Result>,
): Promise<Result> {
  await recorder.flush();
  return read().catch((cause: unknown) => {
    throw new ProblemError('service-unavailable', 'The statistics of searches cannot be read.', { cause });
  });
}
