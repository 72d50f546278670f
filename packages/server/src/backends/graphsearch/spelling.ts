/**
 * "Did you mean": the service has no operation for it, but its suggestions find concepts whose labels are spelled nearly
 * like what was typed. A word that none of them has, but one nearly has, was meant to be that one.
 */
import { normalize, parseInput, tokenize } from '@semantic-search/engine';
import { cachedByKey } from './cached.ts';
import type { Remote } from './remote-space.ts';
import { suggestionsAnswer } from './responses.ts';

/** Words that are asked about, and suggestions for each. */
const mostWords = 5;
const mostLabels = 5;
/** Shorter words are near to too many. */
const shortest = 4;

/** The whole input with such words replaced; undefined where there is nothing better. */
export type Correct = (input: string, locale: string, signal?: AbortSignal) => Promise<string | undefined>;

/** Inputs stay the same while visitors page and choose facets. In milliseconds, and in inputs. */
const validity = 60_000;
const mostInputs = 1000;

export function spelling(remote: Remote): Correct {
  const known = cachedByKey<string | undefined>(validity, mostInputs);
  return (input, locale, signal) =>
    known(JSON.stringify([input, locale]), () => corrected(input, locale, remote), signal);
}

async function corrected(input: string, locale: string, remote: Remote): Promise<string | undefined> {
  const typed = parseInput(input)
    .filter(({ excluded, quoted }) => !excluded && !quoted)
    .flatMap((clause) => clause.words)
    .filter(({ text }) => text.length >= shortest)
    .slice(0, mostWords);
  const better = await Promise.all(typed.map(({ text }) => nearestTo(text, locale, remote)));
  let whole = input;
  // From the end, so that places before keep their meaning.
  for (const [i, { begin, end }] of [...typed.entries()].reverse()) {
    const word = better[i];
    if (word !== undefined) whole = whole.slice(0, begin) + word + whole.slice(end);
  }
  return whole === input ? undefined : whole;
}

async function nearestTo(
  text: string,
  locale: string,
  { connection, options: { searchSpaceId } }: Remote,
): Promise<string | undefined> {
  const query = { searchString: text, count: mostLabels, start: 0, fuzzy: true, locale, searchSpaceId };
  const found = suggestionsAnswer(await connection.ask('suggest/multi', { query }));
  const labelled = found.flatMap(({ matchingLabel }) =>
    tokenize(matchingLabel).map((word) => normalize(word.text)),
  );
  const wanted = normalize(text);
  if (labelled.some((word) => word.startsWith(wanted))) return undefined;
  const most = wanted.length < 8 ? 1 : 2;
  const near = labelled
    .map((word) => ({ word, distance: editsBetween(wanted, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.word;
}

/** Letters added, left out or replaced, and neighbours in each other's place (optimal string alignment). */
export function editsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + same,
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
