/** Search planner: builds the backend query from a request and a configuration. Pure. */
import type {
  ConfigurationSettings,
  DetailSetting,
  FacetSetting,
  SearchRequest,
  SelectedFacet,
} from '@semantic-search/contract';
import type { Facet, SearchQuery } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';
import { ALL_CONCEPTS_FIELD, type FindFacet, planSelections } from './selections.ts';

/** A setting with the facet of the space that it names. */
export interface ShownFacet {
  setting: FacetSetting;
  facet: Facet;
}

export interface ShownDetail {
  setting: DetailSetting;
  facet: Facet;
}

/** References of the facets that a query with this configuration needs. */
export function facetReferences(settings: ConfigurationSettings, selected: SelectedFacet[] = []): string[] {
  const { facetsToShow } = settings.filter;
  const { detailsToShow } = settings.details;
  const uris = [...facetsToShow, ...detailsToShow].map((setting) => setting.uri);
  return [...new Set([...uris, ...selected.flatMap(({ field }) => field ?? []), ALL_CONCEPTS_FIELD])];
}

/** The facets to show, in the order of the configuration, without facets that the space does not have. */
export function shownFacets(settings: ConfigurationSettings, findFacet: FindFacet): ShownFacet[] {
  return resolve(settings.filter.facetsToShow, findFacet);
}

/** The details to show, with the same order and omissions. */
export function shownDetails(settings: ConfigurationSettings, findFacet: FindFacet): ShownDetail[] {
  return resolve(settings.details.detailsToShow, findFacet);
}

function resolve<Setting extends { uri: string; show: boolean }>(settings: Setting[], findFacet: FindFacet) {
  return settings.flatMap((setting) => {
    const facet = setting.show ? findFacet(setting.uri) : undefined;
    return facet ? [{ setting, facet }] : [];
  });
}

/** Fields to return with each document: the shown facets and details, and all concepts if the space has any. */
export function documentFacets(settings: ConfigurationSettings, findFacet: FindFacet): string[] {
  const shown = [...shownFacets(settings, findFacet), ...shownDetails(settings, findFacet)];
  const concepts = findFacet(ALL_CONCEPTS_FIELD)?.field ?? [];
  return [...new Set([...shown.map(({ facet }) => facet.field), concepts].flat())];
}

/** Throws a 400 problem for a facet that the space does not have, or an invalid date or range. */
export function planSearch(
  request: SearchRequest,
  settings: ConfigurationSettings,
  findFacet: FindFacet,
): SearchQuery {
  const { filter, result } = settings;
  const facets = shownFacets(settings, findFacet);
  const sort = request.sort ?? { field: 'relevance' };
  return {
    input: request.input ?? '',
    language: request.language,
    selected: planSelections('selectedFacets', request.selectedFacets ?? [], findFacet),
    excluded: planSelections('excludedFacets', request.excludedFacets ?? [], findFacet),
    dateRange: request.dateRange && {
      from: instantOf('dateRange.from', request.dateRange.from, 'start'),
      to: instantOf('dateRange.to', request.dateRange.to, 'end'),
    },
    facets: facets.map(({ setting, facet }) => ({
      field: facet.field,
      mode: setting.facetMode,
      depth: setting.hierarchicalDepth,
      limit: setting.maximumTerms,
      sorting: setting.sorting,
      order: setting.sortingOrder,
      includeEmpty: !filter.hideEmptyFacets,
    })),
    documentFacets: documentFacets(settings, findFacet),
    sort: { field: sort.field, direction: sort.direction ?? (sort.field === 'title' ? 'asc' : 'desc') },
    start: request.start ?? 0,
    count: request.count ?? result.itemsPerPage,
    summaryLength: result.summaryLength,
  };
}

const MS_PER_DAY = 86_400_000;

/** Milliseconds since 1970. A range that ends with a day, month or year includes all of it. */
function instantOf(
  key: string,
  value: string | number | null | undefined,
  side: 'start' | 'end',
): number | null {
  if (value === null || value === undefined || value === '') return null;
  const [time, text] = typeof value === 'number' ? [value, ''] : [Date.parse(value), value];
  const calendar = /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || (calendar && !date.toISOString().startsWith(text))) {
    const message = 'A date is an ISO 8601 date or milliseconds since 1970.';
    throw new ProblemError('bad-request', message, { errors: [{ key, message }] });
  }
  if (side === 'start' || !calendar) return time;
  const [, , month, day] = calendar;
  if (day) return time + MS_PER_DAY - 1;
  const start = new Date(time);
  return month
    ? start.setUTCMonth(start.getUTCMonth() + 1) - 1
    : start.setUTCFullYear(start.getUTCFullYear() + 1) - 1;
}
