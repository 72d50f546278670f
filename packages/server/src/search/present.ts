/** Search presenter: makes the response from the result of a backend and a configuration. Pure. */
import * as api from '@semantic-search/contract';
import type { FacetCount, ResultDocument, SearchResult } from '@semantic-search/engine';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { boostDefaults, shownDetails, shownFacets } from './plan.ts';

/** The members that all responses with results share. `milliseconds` is the duration of the operation. */
export function responseOf<Result>(
  kind: Parameters<typeof api.resultTypeOf>[0],
  result: Result[],
  milliseconds: number,
  total = result.length,
) {
  const message = `${Math.round(milliseconds)} ms`;
  return { message, resultType: api.resultTypeOf(kind), status: 200, success: true, total, result };
}

export function presentSearch(
  result: SearchResult,
  settings: api.ConfigurationSettings,
  language: string | undefined,
  milliseconds: number,
): api.SearchResponse {
  return {
    ...responseOf('search', result.documents.map(presenter(settings, language)), milliseconds, result.total),
    concepts: [],
    // The configuration may show one facet twice, in two modes: match results by position, not by field.
    facets: shownFacets(settings).flatMap((setting, index) => {
      const { field, values } = result.facets[index]!;
      const label = localizedTitle(setting, language);
      return field === null ? [] : [{ field, label, facets: presentRefiners(field, values) }];
    }),
    query: { concepts: result.recognizedConcepts, ...(result.isUnquoted && { unquoted: true as const }) },
    ...(result.suggestion !== undefined && { suggestion: result.suggestion }),
  };
}

/** Created once per response: all its documents show the same facets and details. */
export function presenter(
  settings: api.ConfigurationSettings,
  language: string | undefined,
): (document: ResultDocument) => api.RetrievedDocument {
  const localized = (setting: ShownFacet): ShownFacet => {
    return { uri: setting.uri, title: localizedTitle(setting, language) };
  };
  const details = shownDetails(settings).map(localized);
  const facets = shownFacets(settings).map(localized);
  if (!facets.some(({ uri }) => uri === ALL_CONCEPTS_FIELD))
    facets.push({ uri: ALL_CONCEPTS_FIELD, title: 'Concepts' });
  return (document) => ({
    id: document.id,
    title: document.title,
    description: document.description,
    link: document.link,
    date: document.date,
    empty: document.title === '' && document.description === '',
    image: document.image,
    documentDetails: groupsOf(document, details),
    searchSpaceId: settings.searchSpace,
    type: document.type,
    facetList: groupsOf(document, facets),
    ...(document.language && { language: document.language }),
    highlights: document.highlights,
    ...(document.sections && { sections: document.sections }),
    ...(document.sharedConcepts && { sharedConcepts: document.sharedConcepts }),
    ...(document.explanation && { explanation: document.explanation }),
    ...(document.parts && { score: document.score, boosts: explainedBoosts(document.parts, settings) }),
  });
}

function explainedBoosts(
  parts: NonNullable<ResultDocument['parts']>,
  { ranking }: api.ConfigurationSettings,
): api.RetrievedDocument['boosts'] {
  const { boosts = [] } = ranking ?? {};
  return parts
    .filter(({ kind }) => kind === 'boost')
    .map(({ text, factor = 1 }, index) => ({ uri: text, factor, formula: boostFormula(boosts[index]!) }));
}

/** Formula of the factor of a boost, as text (how-to/rank-and-sort.md). */
function boostFormula(boost: api.Boost): string {
  const { type, weight, halfLife, scale } = { ...boostDefaults, ...boost };
  if (type === 'value') return 'largest factor of a value';
  if (type === 'recency') return `1 + ${weight} × 2^(−age ÷ ${halfLife})`;
  const share = scale === 'log' ? 'log(1 + value) ÷ log(1 + p95)' : 'value ÷ p95';
  return `1 + ${weight} × min(1, ${share})`;
}

type ShownFacet = Titled & Pick<api.FacetSetting, 'uri'>;

/** The values of a document, grouped by facet, without empty groups. */
function groupsOf(document: ResultDocument, shown: ShownFacet[]): api.FacetGroup[] {
  return shown.flatMap(({ uri, title }) => {
    const facet = document.facets.find(({ reference }) => reference === uri);
    if (!facet) return [];
    const { field, values } = facet;
    const counted = values.map((value) => ({ ...value, count: 1, children: null }));
    return [{ field, label: title, facets: presentRefiners(field, counted) }];
  });
}

function presentRefiners(field: string, values: FacetCount[]): api.Refiner[] {
  return values.map((facetValue) => {
    const { label, value } = exchangedNames(field, facetValue);
    const { count, children } = facetValue;
    return { count, label, value, children: children && presentRefiners(field, children) };
  });
}

/** Exchanges label and value of all concepts: the label is the URI in responses (reference/http-api.md), the name elsewhere. */
export function exchangedNames(field: string, { label, value }: Pick<FacetCount, 'label' | 'value'>) {
  return field === ALL_CONCEPTS_FIELD ? { label: value ?? label, value: label } : { label, value };
}

type Titled = Pick<api.DetailSetting, 'title' | 'titles'>;

/** The title in a language (RFC 4647, section 3.4: lookup): `de-AT` falls back to `de`, and other languages to `title`. */
export function localizedTitle({ title, titles }: Titled, language: string | undefined): string {
  if (!titles || !language) return title;
  const byTag = new Map(Object.entries(titles).map(([key, text]) => [key.toLowerCase(), text]));
  const parts = language.toLowerCase().split('-');
  const ranges = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const tag = ranges.find((range) => byTag.has(range));
  return tag === undefined ? title : byTag.get(tag)!;
}
