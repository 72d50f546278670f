/** Suggestion scores: tiers by label kind, match position and language, then document frequency. */
import { baseLanguage, canonicalLanguageTag } from '../analysis/language-tags.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import type { LabelIndex } from './label-index.ts';

/** Where the input matches a label. In languages other than the requested one, an exact label ranks like a label start. */
type MatchPosition = 'exact label' | 'label start' | 'word start' | 'inside word';

/** Labels that can be suggested, with their scores for the requested language. */
export interface ScoredLabels {
  index: LabelIndex;
  thesaurus: Thesaurus;
  /** The score of each key. */
  keyScores: Float64Array;
  /** Score of a label for a match position and at most `MAX_GUESSES` guesses; higher is better. */
  score: (label: number, position: MatchPosition, guesses?: number) => number;
}

const [OTHER_LANGUAGE, RELATED_LANGUAGE, REQUESTED_LANGUAGE] = [0, 1, 2];
/** Breaks ties between labels with equal counts, so that a label in exactly the requested language is displayed. */
const REQUESTED_LANGUAGE_BONUS = 0.5;

/** By label language: requested, related (a regional form, or none) or other. If no label has it, `key` is ''. */
export function requestedLanguages({ data }: Thesaurus, tag: string | undefined) {
  const requested = (canonicalLanguageTag(tag) ?? tag ?? '').toLowerCase();
  const isRelated = (language: string) => baseLanguage(language) === baseLanguage(requested);
  const hasLabels = requested !== '' && data.languages.some(isRelated);
  const key = data.languages.includes(requested) ? requested : baseLanguage(requested);
  const preferenceFor = (language: string) => {
    if (!hasLabels || language === '') return RELATED_LANGUAGE;
    if (!isRelated(language)) return OTHER_LANGUAGE;
    return language === key ? REQUESTED_LANGUAGE : RELATED_LANGUAGE;
  };
  return { key: hasLabels ? key : '', preferences: Float32Array.from(data.languages, preferenceFor) };
}

/** Scores of all keys for the requested languages; `counts` are the document frequencies of the concepts. */
export function scoreLabels(
  index: LabelIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
  preferences: Float32Array,
): ScoredLabels {
  const { labelLanguages } = thesaurus.data;
  const score = (label: number, position: MatchPosition, guesses = 0) => {
    const preference = preferences[labelLanguages[label]!]!;
    const tier = tierOf(index.kinds[label]!, position, preference === OTHER_LANGUAGE ? 'other' : 'requested');
    return (
      minScoreOfTier(guesses * TIER_COUNT + tier) +
      counts[index.concepts[label]!]! +
      (preference === REQUESTED_LANGUAGE ? REQUESTED_LANGUAGE_BONUS : 0)
    );
  };
  const keyScores = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyScores.length; key++)
    keyScores[key] = score(index.keyLabels[key]!, index.keyWords[key] === 0 ? 'label start' : 'word start');
  return { index, thesaurus, keyScores, score };
}

/** Number of label kinds: preferred, alternative, hidden. */
const KINDS = 3;
/** A completely typed label comes first, even if longer labels have more documents. */
const EXACT_LABEL_TIER = -KINDS;
/** Each kind has a tier for label starts and one for word starts. */
const OTHER_LANGUAGE_TIER = 2 * KINDS;
const INSIDE_WORD_TIER = 4 * KINDS;
const TIER_COUNT = 6 * KINDS;
/** Maximum number of guesses that lower a score: the order of the words, and each typing error. */
export const MAX_GUESSES = 3;

/** Tier of a match; lower is better. `kind` is 0 to 2. */
function tierOf(kind: number, position: MatchPosition, language: 'requested' | 'other'): number {
  const isRequested = language === 'requested';
  if (position === 'inside word') return INSIDE_WORD_TIER + (isRequested ? 0 : KINDS) + kind;
  if (position === 'exact label' && isRequested) return EXACT_LABEL_TIER + kind;
  return (isRequested ? 0 : OTHER_LANGUAGE_TIER) + kind * 2 + (position === 'word start' ? 1 : 0);
}

/** Step between tiers, which exceeds all document frequencies. */
const TIER_STEP = 2 ** 32;

function minScoreOfTier(tier: number): number {
  return ((MAX_GUESSES + 1) * TIER_COUNT - tier) * TIER_STEP;
}

/** Every candidate above this score matches at the start of a word. */
export const MIN_PREFIX_SCORE = minScoreOfTier(INSIDE_WORD_TIER - 1);
