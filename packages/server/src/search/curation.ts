/** Curation: rules that apply to a request, and positions of pinned documents. Pure. */
import type * as api from '@semantic-search/contract';
import type { ResultDocument, SearchQuery, SearchResult } from '@semantic-search/engine';
import { comparable, matchesLanguage, matchesQuery, timeOf } from '../configurations/curation-conditions.ts';

/** Combined effect of the rules on a request. */
export interface Curated {
  /** Document and rank from 1, in ascending order of rank. */
  pins: { id: string; position: number }[];
  hidden: string[];
  redirect?: string;
  banner?: NonNullable<api.CurationRule['banner']>;
  /** Names of the rules. */
  rules: string[];
}

interface Circumstances {
  request: Pick<api.SearchRequest, 'input' | 'language' | 'selectedFacets'>;
  /** Field by which the results are sorted. */
  sortField: string;
  /** URIs of the concepts in the input. */
  concepts: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Combines all rules that apply. Of two contradictory rules, the earlier one wins. */
export function curate({ curation = [] }: api.ConfigurationSettings, circumstances: Circumstances): Curated {
  const words = comparable(circumstances.request.input ?? '');
  const applies = ({ enabled, when }: api.CurationRule) =>
    enabled !== false && matchesQuery(when, words) && holds(when, circumstances);
  const rules = curation.filter(applies);
  const { pins, hidden } = arrange(rules);
  const redirect = rules.find((rule) => rule.redirect)?.redirect;
  const banner = rules.find((rule) => rule.banner)?.banner;
  return {
    // Pins apply to the order by relevance only, because visitors choose all other orders.
    pins: circumstances.sortField === 'relevance' ? pins : [],
    hidden,
    ...(redirect !== undefined && { redirect }),
    ...(banner !== undefined && { banner }),
    rules: rules.map(({ name }) => name),
  };
}

/** A document that an earlier rule hides is not pinned, and the other way round. Each position has one document. */
function arrange(rules: readonly api.CurationRule[]): Pick<Curated, 'pins' | 'hidden'> {
  const pinned = new Map<string, number>();
  const positions = new Set<number>();
  const hidden = new Set<string>();
  for (const { pin = [], hide = [] } of rules) {
    for (const { id, position } of pin) {
      if (pinned.has(id) || hidden.has(id) || positions.has(position)) continue;
      pinned.set(id, position);
      positions.add(position);
    }
    for (const id of hide) if (!pinned.has(id)) hidden.add(id);
  }
  const pins = Array.from(pinned, ([id, position]) => ({ id, position }));
  return { pins: pins.sort((a, b) => a.position - b.position), hidden: [...hidden] };
}

/** Whether the conditions other than the query hold. */
function holds(when: api.CurationCondition, { request, concepts, now }: Circumstances): boolean {
  const { concept, field, from, until } = when;
  if (!matchesLanguage(when, request.language)) return false;
  if (concept !== undefined && !concepts.includes(concept)) return false;
  if (field !== undefined && !isSelected(when, request.selectedFacets)) return false;
  return timeOf(from, -Infinity) <= now && now < timeOf(until, Infinity);
}

/** Whether the value of the condition is selected in its field, or any value if the condition names none. */
function isSelected({ field, value }: api.CurationCondition, selected: api.SelectedFacet[] = []): boolean {
  const ofField = selected.filter((facet) => facet.field === field);
  return ofField.some((facet) => value === undefined || [facet.label, facet.value].includes(value));
}

/** The query for a page. It requests more documents before the page, because some pins may not match the filters. */
export function curatedQuery(query: SearchQuery, { pins, hidden }: Curated): SearchQuery {
  if (pins.length === 0 && hidden.length === 0) return query;
  const start = Math.max(0, query.start - pins.length);
  const count = query.count === 0 ? 0 : query.count + query.start - start;
  return { ...query, start, count, curation: { pinned: pins.map(({ id }) => id), hidden } };
}

/** The documents of the page that `query` asks for, from the result of `curatedQuery`. */
export function curatedPage(
  { pinned = [], documents, total }: Pick<SearchResult, 'pinned' | 'documents' | 'total'>,
  query: Pick<SearchQuery, 'start' | 'count'>,
  curated: Curated,
): ResultDocument[] {
  const { start, count } = query;
  const firstRanked = Math.max(0, start - curated.pins.length);
  const pinsWithRank = ranksOf(pinned, total - pinned.length, curated);
  const byRank = new Map(pinsWithRank.map((pin) => [pin.rank, pin.document]));
  const page: ResultDocument[] = [];
  for (let rank = start; rank < start + count; rank++) {
    const before = pinsWithRank.filter((pin) => pin.rank < rank).length;
    const document = byRank.get(rank) ?? documents[rank - before - firstRanked];
    if (!document) break;
    page.push(document);
  }
  return page;
}

/** Ranks from 0. Pins beyond the last result follow it. */
function ranksOf(pinned: readonly ResultDocument[], rankedCount: number, { pins }: Curated) {
  let last = -1;
  return pinned.map((document, index) => {
    const position = pins.find(({ id }) => id === document.id)?.position ?? 1;
    last = Math.min(Math.max(position - 1, last + 1), rankedCount + index);
    return { document, rank: last };
  });
}
