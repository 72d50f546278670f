/**
 * Spell checker ("did you mean") based on fuzzy suggestions of the service.
 *
 * If no suggested label contains a query word, but one contains a similar word, this word is the correction.
 */

import { parseQuery } from '@semantic-search/query';
import { maxEdits, normalize, tokenize, wordDistance } from '@semantic-search/query/analysis';
import { cachedByText, type RemoteClient } from '../space/remote-space.ts';

/** Words to check per query, and suggestions per word. */
const MAX_WORDS = 5;
const MAX_LABELS_PER_WORD = 5;
/** Shorter words are similar to too many others. */
const MIN_WORD_LENGTH = 4;

/** Resolves to the corrected query; undefined if there is no correction. */
export type CorrectSpelling = (input: string, locale: string) => Promise<string | undefined>;

export function spellChecker(remote: RemoteClient): CorrectSpelling {
  const correct = cachedByText(async (input, locale) => ({
    correction: await corrected(input, locale, remote),
  }));
  return async (input, locale) => (await correct(input, locale)).correction;
}

async function corrected(input: string, locale: string, remote: RemoteClient): Promise<string | undefined> {
  const typed = parseQuery(input)
    .filter(({ excluded, quoted }) => !excluded && !quoted)
    .flatMap((clause) => clause.words)
    .filter(({ text }) => text.length >= MIN_WORD_LENGTH)
    .slice(0, MAX_WORDS);
  const better = await Promise.all(typed.map(({ text }) => nearestTo(text, locale, remote)));
  let whole = input;
  // From the end, so that earlier positions stay valid.
  for (const [i, { begin, end }] of [...typed.entries()].reverse()) {
    const word = better[i];
    if (word !== undefined) whole = whole.slice(0, begin) + word + whole.slice(end);
  }
  return whole === input ? undefined : whole;
}

async function nearestTo(text: string, locale: string, remote: RemoteClient): Promise<string | undefined> {
  const query = { searchString: text, count: MAX_LABELS_PER_WORD, fuzzy: true as const };
  const suggestions = await remote.suggest(query, { language: locale });
  const labelWords = suggestions.flatMap(({ matchingLabel }) =>
    tokenize(matchingLabel).map((word) => normalize(word.text)),
  );
  const queryWord = normalize(text);
  if (labelWords.some((word) => word.startsWith(queryWord))) return undefined;
  const maxDistance = maxEdits(queryWord);
  const candidates = labelWords
    .map((word) => ({ word, distance: wordDistance(queryWord, word, maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((one, other) => one.distance - other.distance);
  return candidates[0]?.word;
}
