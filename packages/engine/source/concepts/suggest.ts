/**
 * Suggests concepts while a name is being typed. Preferred labels come before alternative before hidden ones;
 * within a kind the start of a label before the start of a word before the inside of a word; then the number of
 * documents. After these come labels with the words in another order, and last those with typing errors forgiven.
 */
import type { SuggestedConcept } from '../questions.ts';
import { listAt } from '../thesaurus/packed.ts';
import type { FacetTree, Thesaurus } from '../thesaurus/thesaurus.ts';
import { bestCandidates, type Candidate } from './best-candidates.ts';
import { rangeMaximum } from './range-maximum.ts';
import { foldedWords, type SuggestionIndex } from './suggestion-index.ts';
import {
  LABEL_START,
  type Matching,
  offerBeginnings,
  offerInsides,
  offerScattered,
  phraseParts,
  WORD_START,
  wordTests,
} from './suggestion-matching.ts';
import { spansOf } from './suggestion-spans.ts';

export interface Suggester {
  suggest(question: {
    text: string;
    count: number;
    language?: string;
    /** Only values of this facet. */
    facet?: FacetTree;
  }): SuggestedConcept[];
}

/** `counts` has for each concept the documents tagged with it or something narrower. */
export function openSuggester(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
): Suggester {
  const worth = (label: number, place: number, guess = 0) =>
    leastWorth(guess * 9 + index.kinds[label]! * 3 + place) + counts[index.concepts[label]!]!;
  const keyValues = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyValues.length; key++) {
    keyValues[key] = worth(index.keyLabels[key]!, index.keyWords[key] === 0 ? LABEL_START : WORD_START);
  }
  const matching: Matching = { index, keyValues, maximum: rangeMaximum(keyValues), worth };
  return {
    suggest({ text, count, language, facet }) {
      const typed = foldedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const best = bestCandidates(count, (concept) => !facet || facet.within[concept] === 1);
      offerBeginnings(matching, typed, best);
      // Alternative labels that begin with the input still lose to preferred ones that have it inside.
      if (!best.full(leastWorth(ALTERNATIVE_TIER - 1))) {
        offerInsides(matching, typed, best);
      }
      if (typed.length > 1 && !best.full(0)) offerScattered(matching, typed, best, 0);
      // What has a right match needs no guess at what else was meant.
      if (best.size() === 0) offerScattered(matching, typed, best, 1);
      return best.ranked(thesaurus).map((candidate) => ({
        ...present(thesaurus, inLanguage(index, thesaurus, candidate, typed, language), language),
        field: facet?.field ?? 'dyn_uri_all_concepts',
        count: counts[candidate.concept]!,
      }));
    },
  };
}

const ALTERNATIVE_TIER = 3;

/** What a candidate is worth without documents: less for each tier of guessing, kind of label, and place. */
function leastWorth(tier: number): number {
  return (64 - tier) * 2 ** 32;
}

function present(
  thesaurus: Thesaurus,
  { concept, label, parts }: Candidate,
  language: string | undefined,
): Omit<SuggestedConcept, 'field' | 'count'> {
  const matchingLabel = thesaurus.labelText(label);
  const [broader] = thesaurus.broader(concept);
  return {
    uri: thesaurus.uri(concept),
    label: thesaurus.label(concept, language),
    matchingLabel,
    matches: spansOf(matchingLabel, parts),
    context: broader === undefined ? null : thesaurus.label(broader, language),
  };
}

/** The same match in a label of the language asked for, where the concept has one of that kind. */
function inLanguage(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  candidate: Candidate,
  typed: string[],
  language: string | undefined,
): Candidate {
  const wanted = language?.toLowerCase().split('-', 1)[0];
  const speaks = (label: number) => thesaurus.labelLanguage(label).split('-', 1)[0] === wanted;
  const { labelStarts } = thesaurus.data;
  const isPhrase = candidate.parts.every(
    ({ length, offset }, i) => offset === 0 && length === typed[i]?.length,
  );
  if (wanted === undefined || speaks(candidate.label) || !isPhrase) return candidate;
  const tests = wordTests(index, typed);
  for (let label = labelStarts[candidate.concept]!; label < labelStarts[candidate.concept + 1]!; label++) {
    if (!speaks(label) || index.kinds[label] !== index.kinds[candidate.label]) continue;
    const words = listAt(index.labelWords, label);
    const first = candidate.parts[0]!.word === 0 ? [0] : words.keys();
    for (const position of first) {
      if (tests.every((test, i) => test(words[position + i]))) {
        return { ...candidate, label, parts: phraseParts(typed, position) };
      }
    }
  }
  return candidate;
}
