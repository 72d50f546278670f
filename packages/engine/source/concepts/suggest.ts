/**
 * Suggests concepts while a name is being typed. Preferred labels come before alternative before hidden ones;
 * within a kind the start of a label before the start of a word before the inside of a word; among these, labels in the
 * language asked for and those without one before others; then the number of documents. After these come labels with the words in another order, and last those with typing errors forgiven.
 */
import type { SuggestedConcept } from '../questions.ts';
import { foldSpelling } from '../text/fold.ts';
import { languageTag } from '../text/language-tags.ts';
import type { FacetTree, Thesaurus } from '../thesaurus/thesaurus.ts';
import { bestCandidates, type Candidate } from './best-candidates.ts';
import { rangeMaximum } from './range-maximum.ts';
import { foldedWords, type SuggestionIndex } from './suggestion-index.ts';
import {
  labelStart,
  type Matching,
  offerBeginnings,
  offerInsides,
  offerScattered,
  wordStart,
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

/** So many languages are kept ready: what keys are worth takes 8 bytes each. */
const mostLanguages = 4;

/** `counts` has for each concept the documents tagged with it or something narrower. */
export function openSuggester(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
): Suggester {
  const ready = new Map<string, Matching>();

  function matchingFor(tag: string | undefined): Matching {
    const { key, isAsked } = askedLanguages(thesaurus, tag);
    const matching = ready.get(key) ?? matchingOf(index, thesaurus, counts, isAsked);
    ready.delete(key);
    ready.set(key, matching);
    if (ready.size > mostLanguages) ready.delete(ready.keys().next().value!);
    return matching;
  }

  return {
    suggest({ text, count, language, facet }) {
      const typed = foldedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const matching = matchingFor(language);
      const spelled = spelledWithSigns(text);
      const most = spelled ? Math.max(count, mostSpelled) : count;
      const best = bestCandidates(most, (concept) => !facet || facet.within[concept] === 1);
      offerBeginnings(matching, typed, best);
      // Alternative labels that begin with the input still lose to preferred ones that have it inside.
      if (!best.full(leastWorth(alternativeTier - 1))) {
        offerInsides(matching, typed, best);
      }
      if (typed.length > 1 && !best.full(0)) offerScattered(matching, typed, best, 0);
      // What has a right match needs no guess at what else was meant.
      if (best.size() === 0) offerScattered(matching, typed, best, 1);
      const ranked = best.ranked(thesaurus);
      const inOrder = spelled ? asSpelledFirst(ranked, spelled, thesaurus) : ranked;
      return inOrder.slice(0, count).map((candidate) => ({
        ...present(thesaurus, candidate, language),
        field: facet?.field ?? 'dyn_uri_all_concepts',
        count: counts[candidate.concept]!,
      }));
    },
  };
}

/** Words alone do not tell C++ from C: of so many candidates those that go on as typed, signs and all, come first. */
const mostSpelled = 200;

/** What is typed, folded; undefined where it is made of words and blanks alone. */
function spelledWithSigns(text: string): string | undefined {
  return /[^\p{L}\p{N}\p{M}\s]/u.test(text) ? foldSpelling(text.trim()) : undefined;
}

function asSpelledFirst(candidates: Candidate[], spelled: string, thesaurus: Thesaurus): Candidate[] {
  const isSpelled = ({ label }: Candidate) => foldSpelling(thesaurus.labelText(label)).startsWith(spelled);
  return [...candidates.filter(isSpelled), ...candidates.filter((each) => !isSpelled(each))];
}

/** 1 for each language of labels that is the one asked for, a form of it, or none; `key` is '' where no label has it. */
function askedLanguages({ data }: Thesaurus, tag: string | undefined) {
  const base = (each: string) => each.toLowerCase().split('-', 1)[0]!;
  const wanted = tag ? base(languageTag(tag) ?? tag) : '';
  const isAsked = Uint8Array.from(data.languages, (each) => (each === '' || base(each) === wanted ? 1 : 0));
  const hasLabels = wanted !== '' && data.languages.some((each) => base(each) === wanted);
  return { key: hasLabels ? wanted : '', isAsked };
}

/** What keys are worth to somebody who asks in these languages. */
function matchingOf(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
  isAsked: Uint8Array,
): Matching {
  const { labelLanguages } = thesaurus.data;
  const worth = (label: number, place: number, guess = 0) =>
    leastWorth(guess * 9 + index.kinds[label]! * 3 + place) +
    isAsked[labelLanguages[label]!]! * askedLanguageWorth +
    counts[index.concepts[label]!]!;
  const keyValues = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyValues.length; key++) {
    keyValues[key] = worth(index.keyLabels[key]!, index.keyWords[key] === 0 ? labelStart : wordStart);
  }
  return { index, keyValues, maximum: rangeMaximum(keyValues), worth };
}

const alternativeTier = 3;

/** Beyond any number of documents, and less than a step between tiers. */
const askedLanguageWorth = 2 ** 31;

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
