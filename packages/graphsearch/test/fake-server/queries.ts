/** Translation of API requests to queries and documents of the embedded engine. */
import type { DocumentInput, FacetSelection, FacetValue, SearchQuery } from '@semantic-search/engine';
import { everything } from '../../../engine/test/support/queries.ts';
import { readNativeQuery } from './native-query.ts';

export interface Filter {
  field: string;
  value: string;
}

/** Every document has its id as an attribute, so that it can be filtered by id. */
export const identifier = 'dyn_lit_identifier';

/** Requests no document; documents requested explicitly have their full text. */
export const nothing: SearchQuery = { ...everything, count: 0, summaryLength: 1_000_000 };

export function questionOf(
  filters: Filter[],
  nativeQuery: string,
  body: Record<string, unknown>,
): SearchQuery {
  const texts = filters.filter(({ field }) => field === 'full_text_search');
  const date = filters.find(({ field }) => field === 'date');
  const native = readNativeQuery(nativeQuery);
  const selections = filters
    .filter(({ field }) => field.startsWith('dyn_'))
    .map(({ field, value }) => ({ field, values: [facetValue(field, value)] }));
  const sort = body.sort as { field: string; direction: string } | undefined;
  const ofNative = (excluded: boolean): FacetSelection[] =>
    native
      .filter((clause) => clause.excluded === excluded)
      .map(({ field, values }) => ({
        field: field === 'identifier' ? identifier : field,
        values: values.map((value) => facetValue(field, value)),
      }));
  return {
    ...nothing,
    input: texts.map(({ value }) => value).join(' '),
    language: String(body.locale),
    selected: selections,
    // Clauses narrow each other, also those of one field; selections of one field would be alternatives.
    ...(native.some(({ excluded }) => !excluded) && { scope: { include: ofNative(false), exclude: [] } }),
    excluded: ofNative(true),
    ...(date && { dateRange: rangeOf(date.value) }),
    ...(sort && {
      sort: {
        field: sort.field === 'score' ? ('relevance' as const) : (sort.field as 'date' | 'title'),
        direction: sort.direction === 'ASC' ? ('asc' as const) : ('desc' as const),
      },
    }),
    start: Number(body.start),
    count: Number(body.count),
  };
}

export function facetQuestion(field: string, facetMode: string, body: Record<string, unknown>) {
  const modes: Record<string, 'hierarchical' | 'flat' | 'top'> = {
    tree: 'hierarchical',
    list: 'flat',
    aggregate: 'top',
  };
  return {
    field,
    mode: modes[facetMode]!,
    depth: 0,
    limit: Number(body.maxFacetCount),
    sorting: 'count' as const,
    order: 'desc' as const,
    includeEmpty: body.facetMinCount === 0,
  };
}

function facetValue(field: string, value: string): FacetValue {
  if (field.startsWith('dyn_uri_')) return { concept: value };
  return field.startsWith('dyn_flt_') ? rangeOf(value) : { literal: value };
}

function rangeOf(text: string) {
  const [, from = '*', to = '*', end] = /^\[(\S+) TO (\S+)([\]}])$/.exec(text) ?? [];
  const bound = (each: string) => {
    if (each === '*') return null;
    return /^-?[\d.]+(e[+-]?\d+)?$/.test(each) ? Number(each) : Date.parse(each);
  };
  return { from: bound(from), to: bound(to), toExclusive: end === '}' };
}

export function documentInput(body: Record<string, unknown>): DocumentInput {
  const facets = body.facets as Record<string, string[]>;
  const attributes = Object.entries(facets).flatMap(([field, values]): [string, unknown][] => {
    if (field === 'dyn_uri_all_concepts') return [['subjects', values]];
    const name = field.slice('dyn_lit_'.length);
    const read = field.startsWith('dyn_flt_') ? values.map(Number) : values;
    return [[name, read.length === 1 ? read[0] : read]];
  });
  return {
    ...Object.fromEntries(attributes),
    id: String(body.identifier),
    identifier: String(body.identifier),
    title: String(body.title),
    description: String(body.text),
    language: String(body.language),
    ...(typeof body.date === 'string' && { date: body.date }),
    ...(typeof body.website === 'string' && { link: body.website }),
    ...(typeof body.image === 'string' && { image: body.image }),
    ...(body.useExtraction === false &&
      attributes.every(([name]) => name !== 'subjects') && { subjects: [] }),
  };
}
