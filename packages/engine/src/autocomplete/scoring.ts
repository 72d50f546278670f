/** What labels are score as suggestions: by the language asked for, the kind of label, the place of the match, documents. */
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
/** Of labels that are score the same, the one is meant that is shown. */
const askedItself = 1.5;

/**
 * For each language of labels whether it is the one asked for, a form of it or none, or another. Where no label has the
 * language asked for, all are taken to be asked for, and `key` is ''.
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

/** What keys are score to somebody who asks in these languages. */
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

/** Two for each of three kinds of labels. */
const wholeInOther = 6;
const startInOther = 7;
const insideTier = 13;
const tiers = 19;

/** The lower, the better. `kind` is 0 to 2. */
function tierOf(kind: number, place: MatchPosition, isAsked: boolean): number {
  if (place === insideWord) return insideTier + (isAsked ? 0 : 3) + kind;
  if (place === wholeLabel) return isAsked ? kind * 2 : wholeInOther;
  return (isAsked ? 0 : startInOther) + kind * 2 + place;
}

/** What a candidate is score without documents, of which there are fewer than a step between tiers. */
function leastWorth(tier: number): number {
  return (4 * tiers - tier) * 2 ** 32;
}

/** Whatever is score more has what is typed at the start of a word. */
export const MIN_PREFIX_SCORE = leastWorth(insideTier - 1);
