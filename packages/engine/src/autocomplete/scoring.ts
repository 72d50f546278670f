/** Scores of suggestions: requested language, label kind, match position and document frequency. */
import { canonicalLanguageTag } from '../analysis/language-tags.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import {
  insideWord,
  labelStart,
  type MatchContext,
  type MatchPosition,
  wholeLabel,
  wordStart,
} from './matching.ts';
import type { SuggestionIndex } from './prefix-index.ts';
import { rangeMaximum } from './range-maximum.ts';

const notAsked = 0;
const alsoAsked = 1;
/** Tie-breaker: the label in exactly the requested language is displayed. */
const askedItself = 1.5;

/**
 * For each label language, whether it is the requested one, a regional form or none, or another. If no label has
 * the requested language, all count as requested and `key` is ''.
 */
export function requestedLanguages({ data }: Thesaurus, tag: string | undefined) {
  const base = (each: string) => each.split('-', 1)[0]!;
  const wanted = (canonicalLanguageTag(tag) ?? tag ?? '').toLowerCase();
  const hasLabels = wanted !== '' && data.languages.some((each) => base(each) === base(wanted));
  const key = data.languages.includes(wanted) ? wanted : base(wanted);
  const howAsked = (each: string) => {
    if (!hasLabels || each === '') return alsoAsked;
    if (base(each) !== base(wanted)) return notAsked;
    return each === key ? askedItself : alsoAsked;
  };
  return { key: hasLabels ? key : '', asked: Float32Array.from(data.languages, howAsked) };
}

/** Scores of all keys for the requested languages. */
export function createMatchContext(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
  asked: Float32Array,
): MatchContext {
  const { labelLanguages } = thesaurus.data;
  const score = (label: number, place: MatchPosition, guess = 0) => {
    const how = asked[labelLanguages[label]!]!;
    const tier = tierOf(index.kinds[label]!, place, how !== notAsked);
    return (
      leastWorth(guess * tiers + tier) + counts[index.concepts[label]!]! + (how === askedItself ? 0.5 : 0)
    );
  };
  const keyScores = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyScores.length; key++) {
    keyScores[key] = score(index.keyLabels[key]!, index.keyWords[key] === 0 ? labelStart : wordStart);
  }
  return { index, keyScores, maximum: rangeMaximum(keyScores), score };
}

/** Two tiers for each of the three label kinds. */
const wholeInOther = 6;
const startInOther = 7;
const insideTier = 13;
const tiers = 19;

/** Lower is better. `kind` is 0 to 2. */
function tierOf(kind: number, place: MatchPosition, isAsked: boolean): number {
  if (place === insideWord) return insideTier + (isAsked ? 0 : 3) + kind;
  if (place === wholeLabel) return isAsked ? kind * 2 : wholeInOther;
  return (isAsked ? 0 : startInOther) + kind * 2 + place;
}

/** The minimum score of a tier; document frequencies are smaller than the step between tiers. */
function leastWorth(tier: number): number {
  return (4 * tiers - tier) * 2 ** 32;
}

/** Every candidate above this score matches at the start of a word. */
export const MIN_PREFIX_SCORE = leastWorth(insideTier - 1);
