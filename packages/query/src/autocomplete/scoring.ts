/** Scores of suggestions: requested language, label kind, match position and document frequency. */
import { baseLanguage, canonicalLanguageTag } from '../analysis/language-tags.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import {
  EXACT_LABEL,
  INSIDE_WORD,
  LABEL_START,
  type MatchContext,
  type MatchPosition,
  WHOLE_LABEL,
  WORD_START,
} from './matching.ts';
import type { SuggestionIndex } from './prefix-index.ts';
import { rangeMaximum } from './range-maximum.ts';

const OTHER_LANGUAGE = 0;
const RELATED_LANGUAGE = 1;
/** Tie-breaker: the label in exactly the requested language is displayed. */
const REQUESTED_LANGUAGE = 1.5;

/**
 * For each label language, whether it is the requested one, a regional form or none, or another. If no label has
 * the requested language, all count as requested and `key` is ''.
 */
export function requestedLanguages({ data }: Thesaurus, tag: string | undefined) {
  const requested = (canonicalLanguageTag(tag) ?? tag ?? '').toLowerCase();
  const hasLabels =
    requested !== '' && data.languages.some((each) => baseLanguage(each) === baseLanguage(requested));
  const key = data.languages.includes(requested) ? requested : baseLanguage(requested);
  const preferenceFor = (each: string) => {
    if (!hasLabels || each === '') return RELATED_LANGUAGE;
    if (baseLanguage(each) !== baseLanguage(requested)) return OTHER_LANGUAGE;
    return each === key ? REQUESTED_LANGUAGE : RELATED_LANGUAGE;
  };
  return { key: hasLabels ? key : '', preferences: Float32Array.from(data.languages, preferenceFor) };
}

/** Scores of all keys for the requested languages. */
export function createMatchContext(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
  preferences: Float32Array,
): MatchContext {
  const { labelLanguages } = thesaurus.data;
  const score = (label: number, place: MatchPosition, guess = 0) => {
    const preference = preferences[labelLanguages[label]!]!;
    const tier = tierOf(index.kinds[label]!, place, preference !== OTHER_LANGUAGE);
    return (
      minScoreOfTier(guess * TIER_COUNT + tier) +
      counts[index.concepts[label]!]! +
      (preference === REQUESTED_LANGUAGE ? 0.5 : 0)
    );
  };
  const keyScores = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyScores.length; key++) {
    keyScores[key] = score(index.keyLabels[key]!, index.keyWords[key] === 0 ? LABEL_START : WORD_START);
  }
  return { index, keyScores, maximum: rangeMaximum(keyScores), score };
}

/** A completely typed label comes first, even if longer labels have more documents. */
const EXACT_LABEL_TIER = -3;
/** Two tiers for each of the three label kinds. */
const WHOLE_IN_OTHER_LANGUAGE_TIER = 6;
const START_IN_OTHER_LANGUAGE_TIER = 7;
const INSIDE_WORD_TIER = 13;
const TIER_COUNT = 19;

/** Lower is better. `kind` is 0 to 2. */
function tierOf(kind: number, place: MatchPosition, isRequested: boolean): number {
  if (place === INSIDE_WORD) return INSIDE_WORD_TIER + (isRequested ? 0 : 3) + kind;
  if (place === EXACT_LABEL && isRequested) return EXACT_LABEL_TIER + kind;
  if (place === WHOLE_LABEL || place === EXACT_LABEL)
    return isRequested ? kind * 2 : WHOLE_IN_OTHER_LANGUAGE_TIER;
  return (isRequested ? 0 : START_IN_OTHER_LANGUAGE_TIER) + kind * 2 + place;
}

/** The minimum score of a tier; document frequencies are smaller than the step between tiers. */
function minScoreOfTier(tier: number): number {
  return (4 * TIER_COUNT - tier) * 2 ** 32;
}

/** Every candidate above this score matches at the start of a word. */
export const MIN_PREFIX_SCORE = minScoreOfTier(INSIDE_WORD_TIER - 1);
