/** Autocomplete: concepts from the service, plus document counts and match positions. */
import type { Facet, Span, SuggestedConcept, SuggestionQuery } from '@semantic-search/engine';
import { unknownFacet } from '@semantic-search/engine/building-blocks';
import { matchSpans } from '@semantic-search/query';
import { normalize, tokenize } from '@semantic-search/query/analysis';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { documentsWith } from '../space/query.ts';
import { type CallOptions, findFacet, type RemoteClient, searchWithConcepts } from '../space/remote-space.ts';

/** Number of suggestions that are searched for an exact label, which precedes longer labels with the same beginning. */
const MAX_CONCEPTS_OF_LABEL = 20;

export async function suggest(
  { text, context, count, language, scope }: SuggestionQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<SuggestedConcept[]> {
  const facet = context ? findFacet(context, await remote.facets()) : undefined;
  if (context && !facet) throw unknownFacet(context, 'context');
  // Only concept facets have suggestions.
  if (facet && facet.kind !== 'concept') return [];
  const query = { searchString: text, context: facet?.field, count, fuzzy: true as const };
  const suggested = (await remote.suggest(query, { language, signal })).slice(0, count);
  const uris = suggested.map(({ uri }) => uri);
  const counts = uris.length > 0 ? await documentCounts(uris, remote, signal) : new Map<string, number>();
  const used = scope ? suggested.filter(({ uri }) => counts.has(uri)) : suggested;
  return used.map(({ uri, field, label, matchingLabel, context: broader }) => ({
    uri,
    label,
    matchingLabel,
    field: field || facet?.field || ALL_CONCEPTS_FIELD,
    matches: matchesIn(matchingLabel, text),
    context: broader,
    count: counts.get(uri) ?? 0,
  }));
}

/** URIs of the concepts of a facet with this preferred label. */
export async function conceptsNamed(
  label: string,
  { field }: Facet,
  remote: RemoteClient,
  options: CallOptions,
): Promise<string[]> {
  const context = field === ALL_CONCEPTS_FIELD ? undefined : field;
  const query = { searchString: label, context, count: MAX_CONCEPTS_OF_LABEL };
  const suggested = await remote.suggest(query, options);
  return suggested.filter((concept) => concept.label === label).map(({ uri }) => uri);
}

async function documentCounts(uris: string[], remote: RemoteClient, signal: AbortSignal | undefined) {
  const body = { nativeQuery: documentsWith(ALL_CONCEPTS_FIELD, uris) };
  const { concepts } = await searchWithConcepts('list', body, remote, { signal });
  return new Map(concepts.flatMap(({ value, count }) => (value === null ? [] : [[value, count] as const])));
}

/** Spans of the typed words in the label: as a prefix of a word, otherwise inside a word. */
function matchesIn(label: string, typed: string): Span[] {
  const labelWords = tokenize(label).map(({ text }) => normalize(text));
  const parts = new Map<number, { word: number; offset: number; length: number }>();
  for (const { text } of tokenize(typed)) {
    const typedWord = normalize(text);
    const unmatched = labelWords.map((_, i) => i).filter((i) => !parts.has(i));
    const word =
      unmatched.find((i) => labelWords[i]!.startsWith(typedWord)) ??
      unmatched.find((i) => labelWords[i]!.includes(typedWord));
    if (word === undefined) continue;
    parts.set(word, { word, offset: labelWords[word]!.indexOf(typedWord), length: typedWord.length });
  }
  return matchSpans(label, [...parts.values()]);
}
