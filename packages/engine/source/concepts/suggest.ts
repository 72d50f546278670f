/**
 * Suggests concepts while a name is being typed. Labels that have it at the start of a word come first: those in the
 * language asked for and those without one, preferred before alternative before hidden ones, within a kind the start of a
 * label before the start of a word; then labels in other languages, those that are what is typed before the rest. After
 * these come labels that have it inside of a word, then those with the words in another order, and last those with typing
 * errors forgiven. Among equals, the one with more documents comes first.
 */
import type { SuggestedConcept } from '../questions.ts';
import {
  beginningOf,
  beginningsWithUmlauts,
  foldSpelling,
  mayBeWrittenOut,
  writtenOut,
} from '../text/fold.ts';
import { languageTag } from '../text/language-tags.ts';
import { words } from '../text/words.ts';
import type { RecognisingThesaurus } from '../thesaurus/stored.ts';
import type { FacetTree, Thesaurus } from '../thesaurus/thesaurus.ts';
import { type BestCandidates, bestCandidates, type Candidate } from './best-candidates.ts';
import { rangeMaximum } from './range-maximum.ts';
import { offerScattered } from './scattered-words.ts';
import { foldedWords, type SuggestionIndex } from './suggestion-index.ts';
import { withoutArticle, withoutJoints, withoutStopWords, withSigns } from './suggestion-inputs.ts';
import {
  insideWord,
  labelStart,
  type Matching,
  offerBeginnings,
  offerForms,
  offerInsides,
  offerWhole,
  type Place,
  wholeLabel,
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

/** In UTF-16 units, typed and folded: what is typed beyond is no name. */
const longestName = 256;

/** `counts` has for each concept the documents tagged with it or something narrower. */
export function openSuggester(
  { suggestions: index, thesaurus, recogniser }: RecognisingThesaurus,
  counts: ArrayLike<number>,
): Suggester {
  const ready = new Map<string, Matching>();

  function matchingFor(tag: string | undefined): Matching {
    const { key, asked } = askedLanguages(thesaurus, tag);
    const matching = ready.get(key) ?? matchingOf(index, thesaurus, counts, asked);
    ready.delete(key);
    ready.set(key, matching);
    if (ready.size > mostLanguages) ready.delete(ready.keys().next().value!);
    return matching;
  }

  /** Labels that are what is typed but for their forms, in the language asked for where there is one. */
  function formsOf(text: string, count: number, language: string | undefined): number[] {
    const options = { query: true, ...(language ? { languages: [language] } : {}) };
    const [match] = recogniser.recognise(text, options);
    return match?.words === count ? match.namings.map(({ label }) => label) : [];
  }

  /** Labels with umlauts that are typed without: `Kaengu` is the beginning of `Känguru`. */
  function offerWithUmlauts(matching: Matching, typed: string[], best: BestCandidates) {
    const all = bestCandidates(mostSpelled, best.accepts);
    const begun = (name: string) => offerBeginnings(matching, foldedWords(name), all);
    beginningsWithUmlauts(typed.join(' ')).forEach(begun);
    for (const { concept, label, value, parts } of all.ranked(thesaurus)) {
      const written = words(thesaurus.labelText(label)).map(({ text }) => writtenOut(text));
      const isTyped = parts.every(({ word }, i) => written[word]!.startsWith(typed[i]!));
      if (isTyped) best.offer(concept, label, value, () => parts);
    }
  }

  /** Labels that have blanks about their `&`: `H & M` for `h&m`. */
  function offerJoined(matching: Matching, parts: string[], best: BestCandidates) {
    const all = bestCandidates(mostSpelled, best.accepts);
    offerBeginnings(matching, parts, all);
    offerWhole(matching, parts, all);
    const spelled = parts.join('&');
    for (const { concept, label, value, parts: found } of all.ranked(thesaurus)) {
      const isJoined = joinedSpelling(thesaurus.labelText(label)).includes(spelled);
      if (isJoined) best.offer(concept, label, value, () => found.filter(({ length }) => length > 0));
    }
  }

  function offerNames(matching: Matching, text: string, language: string | undefined, best: BestCandidates) {
    const typed = foldedWords(text);
    if (typed.length === 0) return;
    offerBeginnings(matching, typed, best);
    offerWhole(matching, typed, best);
    for (const signed of withSigns(typed)) {
      offerBeginnings(matching, signed, best);
      offerWhole(matching, signed, best);
    }
    const parts = withoutJoints(typed);
    if (parts) offerJoined(matching, parts, best);
    offerForms(matching, formsOf(text, typed.length, language), typed.length, best);
    if (typed.some(mayBeWrittenOut)) offerWithUmlauts(matching, typed, best);
  }

  return {
    suggest({ text: whole, count, language, facet }) {
      const text = beginningOf(whole, longestName);
      const typed = foldedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const matching = matchingFor(language);
      const spelled = spelledWithSigns(text);
      const most = spelled ? Math.max(count, mostSpelled) : count;
      const best = bestCandidates(most, (concept) => !facet || facet.within[concept] === 1);
      offerNames(matching, text, language, best);
      const bare = withoutArticle(text);
      if (bare !== undefined) offerNames(matching, bare, language, best);
      if (best.size() === 0) offerNames(matching, withoutStopWords(text, language) ?? '', language, best);
      if (!best.full(leastWorth(insideTier - 1))) offerInsides(matching, typed, best);
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

/** Words alone do not tell `Disney+` from `Disney`: of so many candidates those that go on as typed, signs and all, come first. */
const mostSpelled = 200;

/** What is typed, folded; undefined where it is made of words and blanks alone. */
function spelledWithSigns(text: string): string | undefined {
  return /[^\p{L}\p{N}\p{M}\s]/u.test(text) ? joinedSpelling(text.trim()) : undefined;
}

/** Folded, with no blanks about `&`. */
function joinedSpelling(text: string): string {
  return foldSpelling(text).replaceAll(' & ', '&');
}

function asSpelledFirst(candidates: Candidate[], spelled: string, thesaurus: Thesaurus): Candidate[] {
  const isSpelled = ({ label }: Candidate) => joinedSpelling(thesaurus.labelText(label)).startsWith(spelled);
  return [...candidates.filter(isSpelled), ...candidates.filter((each) => !isSpelled(each))];
}

const notAsked = 0;
const alsoAsked = 1;
/** Of labels that are worth the same, the one is meant that is shown. */
const askedItself = 1.5;

/**
 * For each language of labels whether it is the one asked for, a form of it or none, or another. Where no label has the
 * language asked for, all are taken to be asked for, and `key` is ''.
 */
function askedLanguages({ data }: Thesaurus, tag: string | undefined) {
  const base = (each: string) => each.split('-', 1)[0]!;
  const wanted = (languageTag(tag) ?? tag ?? '').toLowerCase();
  const hasLabels = wanted !== '' && data.languages.some((each) => base(each) === base(wanted));
  const key = data.languages.includes(wanted) ? wanted : base(wanted);
  const howAsked = (each: string) => {
    if (!hasLabels || each === '') return alsoAsked;
    if (base(each) !== base(wanted)) return notAsked;
    return each === key ? askedItself : alsoAsked;
  };
  return { key: hasLabels ? key : '', asked: Float32Array.from(data.languages, howAsked) };
}

/** What keys are worth to somebody who asks in these languages. */
function matchingOf(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  counts: ArrayLike<number>,
  asked: Float32Array,
): Matching {
  const { labelLanguages } = thesaurus.data;
  const worth = (label: number, place: Place, guess = 0) => {
    const how = asked[labelLanguages[label]!]!;
    const tier = tierOf(index.kinds[label]!, place, how !== notAsked);
    return (
      leastWorth(guess * tiers + tier) + counts[index.concepts[label]!]! + (how === askedItself ? 0.5 : 0)
    );
  };
  const keyValues = new Float64Array(index.keyLabels.length);
  for (let key = 0; key < keyValues.length; key++) {
    keyValues[key] = worth(index.keyLabels[key]!, index.keyWords[key] === 0 ? labelStart : wordStart);
  }
  return { index, keyValues, maximum: rangeMaximum(keyValues), worth };
}

/** Two for each of three kinds of labels. */
const wholeInOther = 6;
const startInOther = 7;
const insideTier = 13;
const tiers = 19;

/** The lower, the better. `kind` is 0 to 2. */
function tierOf(kind: number, place: Place, isAsked: boolean): number {
  if (place === insideWord) return insideTier + (isAsked ? 0 : 3) + kind;
  if (place === wholeLabel) return isAsked ? kind * 2 : wholeInOther;
  return (isAsked ? 0 : startInOther) + kind * 2 + place;
}

/** What a candidate is worth without documents, of which there are fewer than a step between tiers. */
function leastWorth(tier: number): number {
  return (4 * tiers - tier) * 2 ** 32;
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
