/** Concept extraction by the remote service, in chunks because it truncates long texts. */
import type { ExtractedConcept, ExtractionQuery, RecognizedConcept, Span } from '@semantic-search/engine';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import {
  type CallOptions,
  cachedByText,
  MAX_CONCURRENT_CALLS,
  type RemoteClient,
} from '../space/remote-space.ts';
import { parseExtraction, type RemoteExtractedConcept } from '../space/responses.ts';

/** Longest text that the service processes completely, in UTF-16 code units. */
export const MAX_CHUNK_LENGTH = 12_000;
const MAX_CONCEPTS_PER_CHUNK = 1000;

/** A concept with all its mentions and their matching labels. */
interface ConceptMention {
  uri: string;
  label: string;
  score: number;
  places: (Span & { label: string })[];
  /** Count of the service. */
  frequency: number;
}

export async function extract(
  { text, language, count }: ExtractionQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ExtractedConcept[]> {
  const mentioned = await conceptsIn(text, remote, { language, signal });
  return mentioned
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ uri, label, score, frequency, places }) => ({
      uri,
      label,
      score,
      // The service may return fewer positions than it counts.
      frequency: Math.max(places.length, frequency),
      matchedTexts: byText(text, places),
    }));
}

/** All concepts of the text with their mentions; the score is the maximum over all chunks. */
export async function conceptsIn(
  text: string,
  remote: RemoteClient,
  { language, signal }: CallOptions,
): Promise<ConceptMention[]> {
  const { searchSpaceId, locale } = await remote.requestContext(language);
  const byUri = new Map<string, ConceptMention>();
  const conceptsOfChunks = await mapWithConcurrency(
    chunks(text),
    MAX_CONCURRENT_CALLS,
    async ({ begin, end }) => {
      const input = text.slice(begin, end);
      const json = { searchSpaceId, locale, input, numberOfConcepts: MAX_CONCEPTS_PER_CHUNK };
      const concepts = parseExtraction(await remote.connection.query('extract', { json }, signal));
      return concepts.map((concept) => ({ concept, places: placesOf(concept, input, begin) }));
    },
  );
  for (const { concept, places } of conceptsOfChunks.flat()) {
    const { uri, label, score, frequency } = concept;
    const same = byUri.get(uri);
    if (!same) byUri.set(uri, { uri, label, score, frequency, places });
    else {
      same.score = Math.max(same.score, score);
      same.frequency += frequency;
      same.places.push(...places);
    }
  }
  return [...byUri.values()];
}

/** Splits a text into chunks, at whitespace if possible. */
export function chunks(text: string): Span[] {
  const spans: Span[] = [];
  for (let begin = 0; begin < text.length; ) {
    const limit = begin + MAX_CHUNK_LENGTH;
    const space = limit < text.length ? text.slice(begin, limit).search(/\s\S*$/) : -1;
    const end = limit >= text.length ? text.length : space > 0 ? begin + space + 1 : notInPair(text, limit);
    spans.push({ begin, end });
    begin = end;
  }
  return spans;
}

function notInPair(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position;
}

/** End positions may be inclusive or exclusive, depending on the service; the matched text decides. */
function placesOf({ matched }: RemoteExtractedConcept, input: string, shift: number) {
  return matched.flatMap(({ label, text, positions }) =>
    positions.map(({ begin, end: given }) => {
      const inclusive =
        text !== '' && input.slice(begin, given) !== text && input.slice(begin, given + 1) === text;
      return { begin: begin + shift, end: (inclusive ? given + 1 : given) + shift, label };
    }),
  );
}

function byText(text: string, places: Span[]): ExtractedConcept['matchedTexts'] {
  const spansByText = new Map<string, Span[]>();
  for (const { begin, end } of places.toSorted((a, b) => a.begin - b.begin)) {
    const matched = text.slice(begin, end);
    spansByText.set(matched, [...(spansByText.get(matched) ?? []), { begin, end }]);
  }
  return [...spansByText].map(([matchedText, positions]) => ({
    matchedText,
    frequency: positions.length,
    positions,
  }));
}

/** Recognizes the concepts in a query; the search response does not contain them. */
export type RecognizeConcepts = (input: string, language: string) => Promise<RecognizedConcept[]>;

export function conceptRecognizer(remote: RemoteClient): RecognizeConcepts {
  const recognize = cachedByText(async (input, language) =>
    asUnderstood(await conceptsIn(input, remote, { language })),
  );
  return async (input, language) => (/\p{L}/u.test(input) ? recognize(input, language) : []);
}

function asUnderstood(concepts: ConceptMention[]): RecognizedConcept[] {
  return concepts
    .flatMap(({ uri, label, places: [place] }) =>
      place
        ? [{ uri, label, matchingLabel: place.label, begin: place.begin, end: place.end, alsoSearched: [] }]
        : [],
    )
    .sort((a, b) => a.begin - b.begin);
}
