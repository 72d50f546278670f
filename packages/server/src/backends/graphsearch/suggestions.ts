/** Suggestions: the service finds the concepts; how many documents each has and where its label matches is added here. */
import {
  normalize,
  type Span,
  type SuggestedConcept,
  type SuggestionQuestion,
  tokenize,
} from '@semantic-search/engine';
import { allConcepts } from './hierarchy.ts';
import { conceptsClause, MAX_FACET_VALUES } from './query.ts';
import type { Remote } from './remote-space.ts';
import { type RemoteRefiner, searchAnswer, suggestionsAnswer } from './responses.ts';
import { known } from './search.ts';

export async function suggest(
  { text, context, count, language }: SuggestionQuestion,
  remote: Remote,
  signal?: AbortSignal,
): Promise<SuggestedConcept[]> {
  const facet = context ? known(context, await remote.facets(signal)) : undefined;
  // The values of other facets are no concepts: none is suggested.
  if (facet && facet.kind !== 'concept') return [];
  const { searchSpaceId, locale } = await remote.dialect(language, signal);
  const query = {
    searchString: text,
    context: facet?.field,
    count,
    start: 0,
    fuzzy: true,
    locale,
    searchSpaceId,
  };
  const body = await remote.connection.ask('suggest/multi', { query }, signal);
  const found = suggestionsAnswer(body).slice(0, count);
  const counts = await documentCounts(
    found.map(({ uri }) => uri),
    remote,
    signal,
  );
  return found.map(({ uri, field, label, matchingLabel, context: broader }) => ({
    uri,
    label,
    matchingLabel,
    field: field || facet?.field || allConcepts,
    matches: matchesIn(matchingLabel, text),
    context: broader,
    count: counts.get(uri) ?? 0,
  }));
}

/** Documents with each of the concepts, of one search for those that have any. */
async function documentCounts(uris: string[], remote: Remote, signal: AbortSignal | undefined) {
  const counts = new Map<string, number>();
  if (uris.length === 0) return counts;
  const { searchSpaceId, locale } = await remote.dialect(undefined, signal);
  const json = {
    searchSpaceId,
    locale,
    start: 0,
    count: 0,
    facetMinCount: 1,
    maxFacetCount: MAX_FACET_VALUES,
    documentFacets: [],
    searchFacets: [{ field: allConcepts, facetMode: 'list' }],
    searchFilters: [],
    nativeQuery: conceptsClause(allConcepts, uris),
  };
  const { facets } = searchAnswer(await remote.connection.ask('search', { json }, signal));
  const add = ({ value, count, children }: RemoteRefiner): void => {
    if (value !== null) counts.set(value, count);
    children.forEach(add);
  };
  for (const facet of facets) if (facet.field === allConcepts) facet.refiners.forEach(add);
  return counts;
}

/** Where the label has the words typed, each as the beginning of one of its own, else inside one. */
export function matchesIn(label: string, typed: string): Span[] {
  const own = tokenize(label).map((word) => ({ ...word, folded: normalize(word.text) }));
  const taken = new Set<number>();
  const spans: Span[] = [];
  for (const { text } of tokenize(typed)) {
    const wanted = normalize(text);
    const free = own.map((word, i) => ({ ...word, i })).filter(({ i }) => !taken.has(i));
    const word =
      free.find(({ folded }) => folded.startsWith(wanted)) ??
      free.find(({ folded }) => folded.includes(wanted));
    if (!word) continue;
    taken.add(word.i);
    const offset = word.folded.indexOf(wanted);
    // Folding can change lengths; then the whole word is marked rather than a wrong part of it.
    const same = word.folded.length === word.text.length;
    spans.push(
      same
        ? { begin: word.begin + offset, end: word.begin + offset + wanted.length }
        : { begin: word.begin, end: word.end },
    );
  }
  return joinedSpans(
    spans.sort((a, b) => a.begin - b.begin),
    label,
  );
}

/** Spans with nothing but a space between them are one. */
function joinedSpans(spans: Span[], label: string): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last && /^\s$/.test(label.slice(last.end, span.begin))) last.end = span.end;
    else found.push({ ...span });
  }
  return found;
}
