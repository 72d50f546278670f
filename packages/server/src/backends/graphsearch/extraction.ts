/** Concepts of texts. The remote service cuts long texts off: here they are sent in pieces and put together again. */
import type { ExtractedConcept, ExtractionQuestion, Span, UnderstoodConcept } from '@semantic-search/engine';
import { cachedByKey } from './cached.ts';
import { mapWithConcurrency } from './limit-concurrency.ts';
import type { Remote } from './remote-space.ts';
import { extractionAnswer, type RemoteExtractedConcept } from './responses.ts';

/** Longest text that the service takes whole, in UTF-16 units. */
export const longestPiece = 12_000;
/** More concepts of one piece are not asked for. */
const mostConcepts = 1000;

/** A concept with every place that names it, and the label by which. */
interface Named {
  uri: string;
  label: string;
  score: number;
  places: (Span & { label: string })[];
  /** What the service counted, where it does not tell the places. */
  frequency: number;
}

export async function extract(
  { text, language, count }: ExtractionQuestion,
  remote: Remote,
  signal?: AbortSignal,
): Promise<ExtractedConcept[]> {
  const found = await conceptsIn(text, language, remote, signal);
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ uri, label, score, frequency, places }) => ({
      uri,
      label,
      score,
      frequency: places.length || frequency,
      matchedTexts: byText(text, places),
    }));
}

/** Every concept that the text names, with the places; scores are the best of all pieces. */
export async function conceptsIn(
  text: string,
  language: string | undefined,
  remote: Remote,
  signal?: AbortSignal,
): Promise<Named[]> {
  const { searchSpaceId, locale } = await remote.dialect(language, signal);
  const byUri = new Map<string, Named>();
  const found = await mapWithConcurrency(pieces(text), async ({ begin, end }) => {
    const input = text.slice(begin, end);
    const json = { searchSpaceId, locale, input, numberOfConcepts: mostConcepts };
    const concepts = extractionAnswer(await remote.connection.ask('extract', { json }, signal));
    return concepts.map((concept) => ({ concept, places: placesOf(concept, input, begin) }));
  });
  for (const { concept, places } of found.flat()) {
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

/** Stretches that the service takes whole, cut between words where there are any. */
export function pieces(text: string): Span[] {
  const found: Span[] = [];
  for (let begin = 0; begin < text.length; ) {
    const last = begin + longestPiece;
    const space = last < text.length ? text.slice(begin, last).search(/\s\S*$/) : -1;
    const end = last >= text.length ? text.length : space > 0 ? begin + space + 1 : notInPair(text, last);
    found.push({ begin, end });
    begin = end;
  }
  return found;
}

function notInPair(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position;
}

/** Some services count the last character in, some do not: what they say they matched decides. */
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
  const found = new Map<string, Span[]>();
  for (const { begin, end } of places.toSorted((a, b) => a.begin - b.begin)) {
    const matched = text.slice(begin, end);
    found.set(matched, [...(found.get(matched) ?? []), { begin, end }]);
  }
  return [...found].map(([matchedText, positions]) => ({
    matchedText,
    frequency: positions.length,
    positions,
  }));
}

/** The concepts that an input names. The search itself does not tell them. */
export type Understand = (
  input: string,
  language: string,
  signal?: AbortSignal,
) => Promise<UnderstoodConcept[]>;

/** Inputs stay the same while visitors page and choose facets. In milliseconds, and in inputs. */
const validity = 60_000;
const mostInputs = 1000;

export function understanding(remote: Remote): Understand {
  const known = cachedByKey<UnderstoodConcept[]>(validity, mostInputs);
  return async (input, language, signal) => {
    if (!/\p{L}/u.test(input)) return [];
    const key = JSON.stringify([input, language]);
    return known(key, () => conceptsIn(input, language, remote).then(asUnderstood), signal);
  };
}

function asUnderstood(concepts: Named[]): UnderstoodConcept[] {
  return concepts
    .flatMap(({ uri, label, places: [place] }) =>
      place
        ? [{ uri, label, matchingLabel: place.label, begin: place.begin, end: place.end, alsoSearched: [] }]
        : [],
    )
    .sort((a, b) => a.begin - b.begin);
}
