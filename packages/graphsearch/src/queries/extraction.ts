/** Concept extraction by the remote service. */
import { type ExtractedConcept, type ExtractionQuery, QueryError, type Span } from '@semantic-search/engine';
import type { CallOptions, RemoteClient } from '../space/remote-space.ts';
import { parseExtraction, type RemoteMention } from '../space/responses.ts';

/** Longest text that the service processes completely, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 12_000;
/** All concepts of a text of the maximum length. */
const MAX_CONCEPTS = 1000;

/** Throws `limit-exceeded` for a text that the service would truncate. */
export async function extract(
  { text, language, count }: ExtractionQuery,
  remote: RemoteClient,
  signal?: AbortSignal,
): Promise<ExtractedConcept[]> {
  if (text.length > MAX_TEXT_LENGTH) {
    const message = `This search space extracts concepts from texts of up to ${MAX_TEXT_LENGTH} characters.`;
    throw new QueryError('limit-exceeded', message);
  }
  const concepts = await conceptsIn(text, remote, { language, signal });
  return concepts
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ uri, label, score, frequency, mentions }) => ({
      uri,
      label,
      score,
      // The service may return fewer positions than it counts.
      frequency: Math.max(mentions.length, frequency),
      matchedTexts: matchedTextsOf(text, mentions),
    }));
}

/** Concepts with their mentions in order, in the part of the text that the service processes. */
export async function conceptsIn(text: string, remote: RemoteClient, { language, signal }: CallOptions) {
  // The cut may separate a surrogate pair.
  const input = text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
  const { searchSpaceId } = remote.options;
  const locale = await remote.locale(language);
  const json = { searchSpaceId, locale, input, numberOfConcepts: MAX_CONCEPTS };
  const concepts = parseExtraction(await remote.connection.query('extract', { json }, signal));
  return concepts.map((concept) => ({
    ...concept,
    mentions: concept.mentions
      .map((mention) => withExclusiveEnd(mention, input))
      .sort((a, b) => a.begin - b.begin),
  }));
}

/** End positions may be inclusive or exclusive, depending on the service; the matched text decides. */
function withExclusiveEnd({ matchedText, begin, end, label }: RemoteMention, input: string) {
  const isExclusive = matchedText === '' || input.slice(begin, end) === matchedText;
  const isInclusive = !isExclusive && input.slice(begin, end + 1) === matchedText;
  return { begin, end: isInclusive ? end + 1 : end, label };
}

function matchedTextsOf(text: string, mentions: Span[]): ExtractedConcept['matchedTexts'] {
  const groups = Map.groupBy(mentions, ({ begin, end }) => text.slice(begin, end));
  return Array.from(groups, ([matchedText, group]) => ({
    matchedText,
    frequency: group.length,
    positions: group.map(({ begin, end }) => ({ begin, end })),
  }));
}

/** Concepts in a query, each with its first mention; the search response does not contain them. */
export async function recognizeConcepts(input: string, remote: RemoteClient, options: CallOptions) {
  if (!/\p{L}/u.test(input)) return [];
  const concepts = await conceptsIn(input, remote, options);
  const recognized = concepts.flatMap(({ uri, label, mentions: [mention] }) => {
    if (!mention) return [];
    const { label: matchingLabel, begin, end } = mention;
    return [{ uri, label, matchingLabel, begin, end, alsoSearched: [] }];
  });
  return recognized.sort((a, b) => a.begin - b.begin);
}
