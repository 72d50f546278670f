/** Unordered matching: labels that contain all typed words in any order, exactly or fuzzily. */
import { maxEdits } from '../analysis/edit-distance.ts';
import { hasSpecialCharacters } from '../analysis/word-shapes.ts';
import { listAt } from '../collections/shared-arrays.ts';
import type { FuzzyMatch } from '../collections/string-index.ts';
import { keyRange, type LabelIndex } from './label-index.ts';
import { MAX_GUESSES } from './suggestion-scores.ts';
import type { TopCandidates } from './top-candidates.ts';

/** Maximum number of keys to visit; limits the work for very frequent words. */
const MAX_VISITED_KEYS = 20_000;

/** Words of labels that one typed word can match. */
interface TypedWord {
  /** Number of keys that start with one of these words. */
  keys: number;
  matches: Iterable<FuzzyMatch>;
  has(word: number): boolean;
  find(word: number): FuzzyMatch | undefined;
}

/** A typed word and the word of a label that it matches. */
interface AssignedWord {
  position: number;
  match: FuzzyMatch;
}

/** Offers labels with a word for each typed prefix, in any order; `fuzzy` allows typing errors. */
export function offerUnordered(typed: string[], best: TopCandidates, { fuzzy }: { fuzzy: boolean }): void {
  const { index, score } = best.labels;
  const words = typed.map((word) => matchTypedWord(index, word, fuzzy ? allowedEdits(word) : 0));
  const rarest = words.reduce((fewest, word) => (word.keys < fewest.keys ? word : fewest));
  const otherWords = words.filter((word) => word !== rarest);
  let visited = 0;
  for (const first of rarest.matches) {
    const [begin, end] = keyRange(index, first.word);
    visited += end - begin;
    if (visited > MAX_VISITED_KEYS) return;
    for (let key = begin; key < end; key++) {
      const label = index.keyLabels[key]!;
      // The cheapest test first: most labels contain none of the other words.
      if (!otherWords.every((word) => contains(index, label, word))) continue;
      // Upper bound of the score: position and further errors can only lower it.
      if (score(label, 'label start', 1 + first.edits) <= best.minScore) continue;
      const start = { position: index.keyWords[key]!, match: first };
      const assigned = assignWords(listAt(index.labelWords, label), words, { word: rarest, start });
      if (assigned) offerAssigned(label, assigned, best);
    }
  }
}

function offerAssigned(label: number, assigned: AssignedWord[], best: TopCandidates): void {
  const edits = assigned.reduce((sum, { match }) => sum + match.edits, 0);
  const position = assigned[0]!.position === 0 ? 'label start' : 'word start';
  best.offer(label, best.labels.score(label, position, Math.min(1 + edits, MAX_GUESSES)), () =>
    assigned.map(({ position: word, match }) => ({ word, offset: 0, length: match.length })),
  );
}

/** Whether the label has a word that the typed word can match. A loop, because it runs for many labels. */
function contains({ labelWords }: LabelIndex, label: number, { has }: TypedWord): boolean {
  const { starts, targets } = labelWords;
  for (let at = starts[label]!; at < starts[label + 1]!; at++) if (has(targets[at]!)) return true;
  return false;
}

/** Special characters are not typing errors: `R&D` is not close to `radio`. */
function allowedEdits(typed: string): number {
  return hasSpecialCharacters(typed) ? 0 : maxEdits(typed);
}

function matchTypedWord(index: LabelIndex, typed: string, maxDistance: number): TypedWord {
  if (maxDistance > 0) {
    const matches = index.words.fuzzyPrefixes(typed, maxDistance);
    const byWord = new Map(matches.map((match) => [match.word, match]));
    const keysOf = (word: number) => index.keyStarts[word + 1]! - index.keyStarts[word]!;
    const keys = matches.reduce((sum, { word }) => sum + keysOf(word), 0);
    return { keys, matches, has: (word) => byWord.has(word), find: (word) => byWord.get(word) };
  }
  const [from, to] = index.words.prefixRange(typed);
  const matchOf = (word: number) => ({ word, edits: 0, length: typed.length });
  const has = (word: number) => from <= word && word < to;
  return {
    keys: index.keyStarts[to]! - index.keyStarts[from]!,
    matches: Array.from({ length: to - from }, (_, i) => matchOf(from + i)),
    has,
    find: (word) => (has(word) ? matchOf(word) : undefined),
  };
}

/** Assigns a different label word to each typed word; `fixed` is assigned already. Undefined if that is impossible. */
function assignWords(
  labelWords: ArrayLike<number>,
  typed: TypedWord[],
  fixed: { word: TypedWord; start: AssignedWord },
): AssignedWord[] | undefined {
  const occupied = new Set([fixed.start.position]);
  const assigned: AssignedWord[] = [];
  for (const word of typed) {
    const nearest = word === fixed.word ? fixed.start : nearestWord(word, labelWords, occupied);
    if (!nearest) return undefined;
    occupied.add(nearest.position);
    assigned.push(nearest);
  }
  return assigned;
}

/** The free label word with the fewest edits. */
function nearestWord(
  typed: TypedWord,
  labelWords: ArrayLike<number>,
  occupied: ReadonlySet<number>,
): AssignedWord | undefined {
  let nearest: AssignedWord | undefined;
  for (let position = 0; position < labelWords.length; position++) {
    const match = occupied.has(position) ? undefined : typed.find(labelWords[position]!);
    if (match && (!nearest || match.edits < nearest.match.edits)) nearest = { position, match };
  }
  return nearest;
}
