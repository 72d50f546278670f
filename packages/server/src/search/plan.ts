/** Search planner: the query of a backend, from a request and a configuration, at the current time. */
import * as api from '@semantic-search/contract';
import type { Boost, FacetSelection, SearchQuery } from '@semantic-search/engine';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { readIsoDate } from '@semantic-search/query/dates';
import { invalidMember, ProblemError } from '../errors/problem.ts';

/** The facets to show, in the order of the configuration. */
export function shownFacets({ filter }: api.ConfigurationSettings): api.FacetSetting[] {
  return filter.facetsToShow.filter(({ show }) => show);
}

/** The details to show, in the order of the configuration. */
export function shownDetails({ details }: api.ConfigurationSettings): api.DetailSetting[] {
  return details.detailsToShow.filter(({ show }) => show);
}

/** References of the facets whose values each document has: the shown facets and details, and all concepts. */
export function documentFacets(settings: api.ConfigurationSettings): string[] {
  const references = [...shownFacets(settings), ...shownDetails(settings)].map(({ uri }) => uri);
  return [...new Set([...references, ALL_CONCEPTS_FIELD])];
}

/** Throws a 400 problem for an invalid date or sort order. */
export function planSearch(request: api.SearchRequest, settings: api.ConfigurationSettings): SearchQuery {
  const { filter, result } = settings;
  const { boosts = [] } = settings.ranking ?? {};
  return {
    // Every input is valid, so the rest of a longer one is ignored.
    input: (request.input ?? '').slice(0, api.MAX_SEARCHED_CHARACTERS),
    language: request.language,
    selected: planSelections(request.selectedFacets),
    excluded: planSelections(request.excludedFacets),
    dateRange: dateRangeOf(request.dateRange ?? {}),
    facets: shownFacets(settings).map((setting) => ({
      field: setting.uri,
      mode: setting.facetMode,
      depth: setting.hierarchicalDepth,
      limit: setting.maximumTerms,
      sorting: setting.sorting,
      order: setting.sortingOrder,
      includeEmpty: !filter.hideEmptyFacets,
    })),
    documentFacets: documentFacets(settings),
    ...(request.embedding && { embedding: request.embedding }),
    sort: sortOf(request.sort, settings.ranking),
    ...(boosts.length > 0 && { boosts: boosts.map(boostOf) }),
    ...(request.explain && { explain: true }),
    start: request.start ?? 0,
    count: request.count ?? result.itemsPerPage,
    summaryLength: result.summaryLength,
  };
}

/** The query for the best documents, without facets and summaries. */
export function planBest(
  request: api.SearchRequest,
  settings: api.ConfigurationSettings,
  count: number,
): SearchQuery {
  const planned = planSearch({ ...request, sort: { field: 'relevance' } }, settings);
  return { ...planned, count, facets: [], documentFacets: [], summaryLength: 0 };
}

const basicDirections: Readonly<Record<string, 'asc' | 'desc'>> = {
  relevance: 'desc',
  date: 'desc',
  title: 'asc',
};

/** Throws a 400 problem for an attribute that the configuration does not offer: its order would reveal its values. */
function sortOf(requested: api.SearchRequest['sort'], ranking: api.OrderSettings = {}): SearchQuery['sort'] {
  const { field, direction } = requested ?? { field: ranking.defaultSort ?? 'relevance' };
  const offered = ranking.sorts?.find(({ uri }) => uri === field);
  const usualDirection = offered?.direction ?? basicDirections[field];
  if (usualDirection) return { field, direction: direction ?? usualDirection };
  // A default order that the configuration no longer offers.
  if (!requested) return { field: 'relevance', direction: 'desc' };
  throw invalidMember('sort.field', `must be one of ${api.orderNames(ranking).join(', ')}`);
}

const DAY_MS = 86_400_000;
/** Defaults of the optional members of a boost. */
export const boostDefaults = { weight: 0.5, halfLife: 'P180D', scale: 'linear', values: {} } as const;

const unitDays: Readonly<Record<string, number>> = { D: 1, W: 7, M: 365.25 / 12, Y: 365.25 };
/** The time for boosts changes once an hour, so that the pages of a search are consistent. */
const CLOCK_STEP_MS = 3_600_000;

function boostOf(boost: api.Boost): Boost {
  const { uri: field, type, weight, halfLife, scale, values } = { ...boostDefaults, ...boost };
  if (type === 'value') return { field, type, factors: values };
  if (type === 'number') return { field, type, weight, scale };
  // A duration of ISO 8601 with one unit, such as P180D.
  const [, count, unit] = /^P(\d+)(\w)$/.exec(halfLife)!;
  const now = Math.floor(Date.now() / CLOCK_STEP_MS) * CLOCK_STEP_MS;
  return { field, type, weight, halfLife: Number(count) * unitDays[unit!]! * DAY_MS, now };
}

/** Date range of a query; undefined without bounds, so that documents without a date match too. */
function dateRangeOf(range: NonNullable<api.SearchRequest['dateRange']>): SearchQuery['dateRange'] {
  const from = instantOf('dateRange.from', 'start', range.from);
  const to = instantOf('dateRange.to', 'end', range.to);
  return from === null && to === null ? undefined : { from, to };
}

/** Milliseconds since 1970. A range that ends with a day, month or year includes all of it. */
function instantOf(key: string, side: 'start' | 'end', value?: string | number | null): number | null {
  if (value === null || value === undefined || value === '') return null;
  const range = typeof value === 'number' ? { start: value, end: value } : readIsoDate(value.trim());
  if (range && !Number.isNaN(new Date(range.start).getTime())) return range[side];
  const message = 'A date is an ISO 8601 date or milliseconds since 1970.';
  throw new ProblemError('bad-request', message, { errors: [{ key, message }] });
}

/** One selection per selected value, in the same order: the path of an error names its position. */
function planSelections(selected: api.SelectedFacet[] = []): FacetSelection[] {
  return selected.map(({ field = ALL_CONCEPTS_FIELD, label, value }) => {
    const uri = field === ALL_CONCEPTS_FIELD ? conceptUri(label, value) : value || undefined;
    return { field, values: [{ uri, label: label || value || undefined }] };
  });
}

/** Responses have the URI of `dyn_uri_all_concepts` values as label, so both orders are accepted (reference/http-api.md). */
function conceptUri(label: string | undefined, value: string | null | undefined): string | undefined {
  return [value, label].find((text) => text && looksLikeUri(text)) ?? undefined;
}

const looksLikeUri = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(text);
