/** Statistics of searches, computed from stored counts. */
import * as api from '@semantic-search/contract';
import * as stored from '@semantic-search/contract/storage';
import { invalidMember } from '../errors/problem.ts';
import { HOUR_MS, hourOf, noSums } from './event-recorder.ts';

const DEFAULT_PERIOD_DAYS = 30;
/** A little more than ten years, the maximum of INSIGHT_RETENTION_DAYS. */
const MAX_PERIOD_DAYS = 3660;
/** Longer periods have one interval per day. */
const MAX_HOURLY_PERIOD_HOURS = 48;

/** Throws bad-request for an empty period. */
export function periodOf(
  { from, to }: Pick<api.InsightParameters, 'from' | 'to'>,
  configurations: stored.InsightPeriod['configurations'],
  now: number,
): stored.InsightPeriod {
  const end = Math.ceil((to === undefined ? now : new Date(to).getTime()) / HOUR_MS);
  const begin = from === undefined ? end - DEFAULT_PERIOD_DAYS * 24 : hourOf(new Date(from).getTime());
  if (begin < end && end - begin <= MAX_PERIOD_DAYS * 24) return { configurations, from: begin, to: end };
  throw invalidMember('from', `must be before \`to\`, at most ${MAX_PERIOD_DAYS} days`);
}

/** The period, and the period to compare. `countedOf` returns the configurations to count, for a requested one or for none. */
export function comparedPeriods(
  { compareFrom, compareConfiguration, configuration, ...dates }: api.InsightParameters,
  countedOf: (configuration?: number) => stored.InsightPeriod['configurations'],
  now: number,
) {
  const period = periodOf(dates, countedOf(configuration), now);
  const hours = period.to - period.from;
  const before = compareConfiguration === undefined ? period.from - hours : period.from;
  const from = compareFrom === undefined ? before : hourOf(new Date(compareFrom).getTime());
  const configurations = countedOf(compareConfiguration ?? configuration);
  return { period, previous: { configurations, from, to: from + hours } };
}

export async function readInsight(
  storage: stored.InsightStorage,
  { period, previous }: ReturnType<typeof comparedPeriods>,
  retentionDays: number,
): Promise<api.Insight> {
  const { from, to } = period;
  const hours = to - from <= MAX_HOURLY_PERIOD_HOURS ? 1 : 24;
  const [series, before, uses, languages] = await Promise.all([
    storage.series(period, hours),
    storage.series(previous, hours),
    storage.uses(period),
    storage.languages(period),
  ]);
  const usesOf = (kind: string) =>
    uses.filter((use) => use.kind === kind).map(({ name, count }) => ({ name, count }));
  return {
    from: timeOf(from),
    to: timeOf(to),
    interval: hours === 1 ? 'hour' : 'day',
    totals: countsOf(total(series)),
    previous: countsOf(total(before)),
    previousFrom: timeOf(previous.from),
    series: withEmptyIntervals(series, period, hours),
    previousSeries: withEmptyIntervals(before, previous, hours),
    positions: usesOf('position').sort((a, b) => Number(a.name) - Number(b.name)),
    filters: usesOf('filter'),
    features: usesOf('feature'),
    rules: usesOf('rule'),
    languages,
    dropped: usesOf('dropped').reduce((sum, { count }) => sum + count, 0),
    minimumVisits: api.MIN_VISITS_OF_QUERY,
    retentionDays,
  };
}

/** Queries with enough visits in the period; `hidden…` counts the other queries. */
export function listQueries(
  queries: readonly stored.StoredQuery[],
  { kind = 'all', count = 50 }: Pick<api.QueryInsightParameters, 'kind' | 'count'>,
): api.QueryInsights {
  const isListed = ({ query, visits }: stored.StoredQuery) =>
    query !== null && visits >= api.MIN_VISITS_OF_QUERY;
  const searched = queries.filter(({ searches }) => searches > 0);
  const hidden = searched.filter((query) => !isListed(query));
  const rank = {
    all: ({ searches }: stored.StoredQuery) => searches,
    withoutResults: ({ withoutResults }: stored.StoredQuery) => withoutResults,
    withoutClicks: ({ searches, withoutResults, withClick }: stored.StoredQuery) =>
      Math.max(0, searches - withoutResults - withClick),
  }[kind];
  const listed = searched.filter((query) => isListed(query) && rank(query) > 0);
  listed.sort((a, b) => rank(b) - rank(a) || (a.query! < b.query! ? -1 : 1));
  return {
    queries: listed.slice(0, count).map(presentQuery),
    hiddenQueries: hidden.length,
    hiddenSearches: hidden.reduce((sum, { searches }) => sum + searches, 0),
  };
}

/** Every member of a query is a column, in this order; the type checker demands new members. */
const queryColumns = Object.keys({
  query: true,
  language: true,
  searches: true,
  visits: true,
  withoutResults: true,
  withClick: true,
  clicks: true,
  meanPosition: true,
} satisfies Record<keyof api.QueryInsight, true>) as (keyof api.QueryInsight)[];

/** Queries as CSV (RFC 4180). */
export function queriesAsCsv(queries: readonly api.QueryInsight[]): string {
  const lines = queries.map((query) => queryColumns.map((name) => csvCell(query[name])).join(','));
  return [queryColumns.join(','), ...lines, ''].join('\r\n');
}

/** Spreadsheets read cells that begin with `=` or similar as formulas; some also begin a cell after `;`. */
function csvCell(value: string | number | null): string {
  const text = `${value ?? ''}`.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function presentQuery({ query, language, visits, ...sums }: stored.StoredQuery): api.QueryInsight {
  const { visits: _visits, visitsWithClick: _visitsWithClick, ...counts } = countsOf({ ...sums, visits });
  return { query: query!, language, ...counts, visits };
}

function countsOf(sums: stored.InsightSums): api.SearchCounts {
  const { searches, withoutResults, withClick, clicks, positions, newVisits, newVisitsWithClick } = sums;
  const meanPosition = withClick === 0 ? null : Math.round((positions / withClick) * 100) / 100;
  const visits = { visits: newVisits, visitsWithClick: newVisitsWithClick };
  return { searches, withoutResults, withClick, clicks, meanPosition, ...visits };
}

export function total(series: readonly stored.InsightSums[]): stored.InsightSums {
  const sums = noSums();
  for (const interval of series) for (const name of stored.sumNames) sums[name] += interval[name];
  return sums;
}

function withEmptyIntervals(
  series: readonly (stored.InsightSums & { hour: number })[],
  { from, to }: stored.InsightPeriod,
  hours: number,
): api.Insight['series'] {
  const byHour = new Map(series.map((sums) => [sums.hour, sums]));
  const first = Math.floor(from / hours) * hours;
  return Array.from({ length: Math.ceil((to - first) / hours) }, (_, index) => {
    const hour = first + index * hours;
    return { time: timeOf(hour), ...countsOf(byHour.get(hour) ?? noSums()) };
  });
}

const timeOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString();
