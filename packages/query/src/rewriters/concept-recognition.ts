/** Concept recognition: finds the concepts and stop words of a query. */

import { placeNames } from '../analysis/demonyms.ts';
import { normalize } from '../analysis/normalizer.ts';
import type { Token } from '../analysis/tokenizer.ts';
import type { IndexedThesaurus } from '../indexed-thesaurus.ts';
import { type Clause, parseQuery, uniqueClauses } from '../parser.ts';
import type { Correction, QueryLanguage } from '../query-plan.ts';
import { MAX_EXPANDED_TERMS } from '../relaxation.ts';
import { applyCorrections } from '../spelling/apply-corrections.ts';
import type { ConceptMatch, ConceptMatchOptions } from '../thesaurus/concept-matcher.ts';
import {
  compoundConcepts,
  conceptMatchOptions,
  coversClause,
  isInsideAny,
  liesWithin,
  matchLabels,
  type QueryMatch,
  quotedConcepts,
  withCompounds,
} from './label-matches.ts';
import { prefixConcepts } from './label-prefixes.ts';
import { withPartialMatches } from './partial-labels.ts';
import { stopWordsIn } from './stop-words.ts';

type Replacement = Pick<Correction, 'word' | 'text'>;

export interface ConceptRecognitionOptions {
  thesaurus: IndexedThesaurus;
  /** Labels in the unmodified input; undefined if concepts are disabled. */
  labels: ConceptMatch[] | undefined;
  stopWords: boolean;
  /** Match partial labels and words of other languages. */
  broad: boolean;
  /** Spelling corrections and splits to apply before matching. */
  corrections: Replacement[];
  language: QueryLanguage;
  /** True for a complete word, which is not a prefix of a label. */
  isWhole(word: string): boolean;
  /** Checked between words. */
  signal?: AbortSignal | undefined;
}

export interface RecognizedConcepts {
  /** With offsets in the input. */
  matches: QueryMatch[];
  /** Clauses that are stop words. */
  stops: Set<Clause>;
  /** True for a word of a label as typed, of a demonym or of a compound. */
  isNamed(word: Token): boolean;
}

export function recognizeConcepts(
  input: string,
  positive: Clause[],
  options: ConceptRecognitionOptions,
): RecognizedConcepts {
  const { thesaurus, labels, broad, language, isWhole } = options;
  const { matches, stops, isNamed } = matchCorrected(input, positive, options);
  if (!labels) return { matches, stops, isNamed };
  const compounds = compoundConcepts(positive, labels, thesaurus, language);
  const isJoined = isInsideAny(compounds);
  const whole = [...labels, ...compounds];
  const prefixes = broad ? prefixConcepts(positive, whole, thesaurus, language, isWhole) : [];
  return {
    matches: [...withCompounds(matches, compounds), ...prefixes],
    stops,
    isNamed: (word) => isNamed(word) || isJoined(word),
  };
}

/** Matches the input with demonyms replaced and spelling corrected, and its quoted clauses as typed. */
function matchCorrected(
  input: string,
  positive: Clause[],
  { thesaurus, labels, stopWords, broad, corrections, language, signal }: ConceptRecognitionOptions,
): RecognizedConcepts {
  // Evaluated only if needed: it costs as much as the matching itself.
  const matchOptions = () => ({ ...conceptMatchOptions(language, broad), signal });
  // Words of a label are never corrected.
  const isTyped = isInsideAny(labels ?? []);
  const places = labels
    ? replaceDemonyms(positive, (word) => !isTyped(word), thesaurus, matchOptions(), language)
    : [];
  const isNamed = (word: Token) => isTyped(word) || places.some((place) => place.word === word);
  const others = corrections.filter(({ word }) => !isNamed(word));
  const all = [...places, ...others].sort((a, b) => a.word.begin - b.word.begin);
  const meant = corrected(input, positive, all);
  const isOther = labels && meant.clauses !== positive;
  const named = isOther ? matchLabels(meant.input, meant.clauses, thesaurus, matchOptions()) : (labels ?? []);
  const stops = stopWords ? stopWordsIn(meant.clauses, named, language.stopWordAnalyzer) : new Set<Clause>();
  const matches =
    labels && broad ? withPartialMatches(named, meant.clauses, stops, thesaurus, language) : named;
  const quoted = labels ? quotedConcepts(input, positive, thesaurus, language) : [];
  const isPlace = (match: QueryMatch) => places.some(({ word }) => liesWithin(word, match));
  return {
    matches: [
      ...withInputOffsets(matches, meant.clauses, positive).map((match) =>
        isPlace(match) && !match.isPartial ? { ...match, isDemonym: true } : match,
      ),
      ...quoted.map((match) => ({ ...match, isQuoted: true })),
    ],
    stops: new Set(positive.filter((_, i) => stops.has(meant.clauses[i]!))),
    isNamed,
  };
}

/** Replaces adjectives of places by the label of the place, in the order of the input. */
function replaceDemonyms(
  clauses: Clause[],
  mayBe: (word: Token) => boolean,
  { conceptMatcher }: IndexedThesaurus,
  options: ConceptMatchOptions,
  { analyzer: own, stopWordAnalyzer: stops }: QueryLanguage,
): Replacement[] {
  const code = (own ?? stops)?.code;
  const isLabel = (text: string, count: number) =>
    conceptMatcher
      .match(text, options)
      .some(({ words, senses }) => words === count && senses.some(({ exact }) => exact));
  return clauses.slice(0, MAX_EXPANDED_TERMS).flatMap(({ words: [word], quoted }, i) => {
    if (!code || quoted || !mayBe(word!)) return [];
    options.signal?.throwIfAborted();
    const before = clauses[i - 1]?.words.at(-1)?.text;
    const isName = (name: string) => isLabel(name, 1) || (before && isLabel(`${before} ${name}`, 2));
    const name = placeNames(word!.text, code).find(isName);
    return name ? [{ word: word!, text: name }] : [];
  });
}

/** Maps matches back to offsets in the original input and merges repeated matches. */
function withInputOffsets(matches: QueryMatch[], meant: Clause[], positive: Clause[]): QueryMatch[] {
  const byWords = new Map<string, QueryMatch>();
  for (const match of matches) {
    const inside = positive.filter((_, i) => coversClause(match, meant[i]!));
    const typed = uniqueClauses(inside).map(
      ({ clause }) => `${clause.words[0]!.text}${clause.unfinished ? '*' : ''}`,
    );
    const key = normalize(`${typed.join(' ')} ${match.senses.map(({ concept }) => concept).join(' ')}`);
    if (byWords.has(key)) continue;
    const [begin, end] = [inside[0]!.words[0]!.begin, inside.at(-1)!.words.at(-1)!.end];
    byWords.set(key, { ...match, begin, end });
  }
  return [...byWords.values()];
}

/** Applies corrections, unless they change the number or shape of the clauses. */
function corrected(input: string, clauses: Clause[], corrections: Replacement[]) {
  if (corrections.length === 0) return { input, clauses };
  const corrected = applyCorrections(input, corrections);
  const read = parseQuery(corrected).filter((clause) => !clause.excluded);
  const isAlike = read.length === clauses.length && read.every((each, i) => sameShape(each, clauses[i]!));
  return isAlike ? { input: corrected, clauses: read } : { input, clauses };
}

function sameShape(one: Clause, other: Clause): boolean {
  return one.words.length === other.words.length && one.quoted === other.quoted;
}
