/** Unordered matching: labels that contain all typed words in any order, exactly or fuzzily. */
import { hasSpecialCharacters } from '../analysis/special-characters.ts';
import { listAt } from '../collections/shared-arrays.ts';
import { type FuzzyMatch, fuzzyPrefixMatches } from './fuzzy-prefix.ts';
import { prefixRange } from './label-dictionary.ts';
import { LABEL_START, type MatchContext, WORD_START } from './matching.ts';
import type { SuggestionIndex } from './prefix-index.ts';
import type { TopCandidates } from './top-candidates.ts';

/** Minimum length for one typing error. */
const MIN_LENGTH_FOR_ONE_EDIT = 3;
/** Minimum length for two typing errors. */
const MIN_LENGTH_FOR_TWO_EDITS = 8;
/** Limits the work for very frequent words. */
const MAX_KEYS = 20_000;

/**
 * From this number of keys on, the labels of another word are marked in a bitmap, unless they are more than
 * `MAX_BITMAP_RATIO` times as many.
 */
const MIN_KEYS_FOR_BITMAP = 1000;
const MAX_BITMAP_RATIO = 8;

/** Offers labels with a word for each typed prefix, in any order. */
export function offerUnordered(
  { index, score }: MatchContext,
  typed: string[],
  best: TopCandidates,
  isFuzzy: boolean,
): void {
  const { keyStarts, keyLabels, keyWords, labelWords, concepts } = index;
  const sought = typed.map((word) => typedWord(index, word, isFuzzy));
  const rarest = sought.reduce((least, { keys }, i) => (keys < sought[least]!.keys ? i : least), 0);
  const keys = Math.min(sought[rarest]!.keys, MAX_KEYS);
  const others = sought.filter((_, i) => i !== rarest).map((other) => labelsWith(index, other, keys));
  let looked = 0;
  for (const start of sought[rarest]!.words()) {
    const end = keyStarts[start.word + 1]!;
    looked += end - keyStarts[start.word]!;
    if (looked > MAX_KEYS) return;
    for (let key = keyStarts[start.word]!; key < end; key++) {
      const label = keyLabels[key]!;
      // Most labels contain none of the other words.
      if (!others.every((has) => has(label))) continue;
      // Upper bound of the score: position and further errors can only lower it.
      if (score(label, LABEL_START, 1 + start.edits) <= best.least()) continue;
      const found = assign(listAt(labelWords, label), sought, rarest, keyWords[key]!, start);
      if (!found) continue;
      const typos = found.reduce((sum, { near }) => sum + near.edits, 0);
      const place = found[0]!.position === 0 ? LABEL_START : WORD_START;
      best.offer(concepts[label]!, label, score(label, place, 1 + Math.min(typos, 2)), () =>
        found.map(({ position: word, near }) => ({ word, offset: 0, length: near.length })),
      );
    }
  }
}

/**
 * Returns a test whether a label contains the word. For many labels it uses a bitmap: looking into each label waits
 * for memory, while the labels of one word are adjacent.
 */
function labelsWith(
  { keyStarts, keyLabels, labelWords: { starts, targets } }: SuggestionIndex,
  { keys, words, has }: TypedWord,
  lookups: number,
): (label: number) => boolean {
  if (lookups < MIN_KEYS_FOR_BITMAP || keys > lookups * MAX_BITMAP_RATIO) {
    return (label) => {
      const end = starts[label + 1]!;
      for (let at = starts[label]!; at < end; at++) if (has(targets[at]!)) return true;
      return false;
    };
  }
  const marks = new Uint8Array(Math.ceil(starts.length / 8));
  for (const { word } of words()) {
    for (let key = keyStarts[word]!; key < keyStarts[word + 1]!; key++) {
      const label = keyLabels[key]!;
      marks[label >>> 3]! |= 1 << (label & 7);
    }
  }
  return (label) => (marks[label >>> 3]! & (1 << (label & 7))) !== 0;
}

/** Dictionary words that one typed word can match. */
interface TypedWord {
  /** Number of keys that start with one of these words. */
  keys: number;
  words(): Iterable<FuzzyMatch>;
  has(word: number): boolean;
  find(word: number): FuzzyMatch | undefined;
}

/** Special characters are not typing errors: `R&D` is not close to `radio`. */
function typedWord(index: SuggestionIndex, typed: string, isFuzzy: boolean): TypedWord {
  const isWhole = !isFuzzy || typed.length < MIN_LENGTH_FOR_ONE_EDIT || hasSpecialCharacters(typed);
  const typos = isWhole ? 0 : typed.length < MIN_LENGTH_FOR_TWO_EDITS ? 1 : 2;
  return typos > 0 ? fuzzyWord(index, typed, typos) : prefixWord(index, typed);
}

function fuzzyWord({ vocabulary, keyStarts }: SuggestionIndex, typed: string, typos: number): TypedWord {
  const near = fuzzyPrefixMatches(vocabulary, typed, typos);
  /** Index in `near` plus one; 0 if absent. */
  const places = new Uint32Array(vocabulary.shared.length);
  let keys = 0;
  near.forEach(({ word }, i) => {
    places[word] = i + 1;
    keys += keyStarts[word + 1]! - keyStarts[word]!;
  });
  return {
    keys,
    words: () => near,
    has: (word) => places[word]! > 0,
    find: (word) => near[places[word]! - 1],
  };
}

function prefixWord({ vocabulary, keyStarts }: SuggestionIndex, typed: string): TypedWord {
  const [from, to] = prefixRange(vocabulary, typed);
  const at = (word: number): FuzzyMatch => ({ word, edits: 0, length: typed.length });
  const has = (word: number) => word >= from && word < to;
  return {
    keys: keyStarts[to]! - keyStarts[from]!,
    *words() {
      for (let word = from; word < to; word++) yield at(word);
    },
    has,
    find: (word) => (has(word) ? at(word) : undefined),
  };
}

/** Assigns a different label word to each typed word; undefined if that is impossible. */
function assign(
  words: ArrayLike<number>,
  sought: TypedWord[],
  fixed: number,
  position: number,
  start: FuzzyMatch,
): { position: number; near: FuzzyMatch }[] | undefined {
  const taken = new Set([position]);
  const found: { position: number; near: FuzzyMatch }[] = [];
  for (let i = 0; i < sought.length; i++) {
    if (i === fixed) {
      found.push({ position, near: start });
      continue;
    }
    let best: { position: number; near: FuzzyMatch } | undefined;
    for (let at = 0; at < words.length; at++) {
      const candidate = taken.has(at) ? undefined : sought[i]!.find(words[at]!);
      if (candidate && (!best || candidate.edits < best.near.edits)) best = { position: at, near: candidate };
    }
    if (!best) return undefined;
    taken.add(best.position);
    found.push(best);
  }
  return found;
}
