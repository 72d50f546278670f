/**
 * Suggester: concepts for an incomplete name (autocomplete).
 *
 * Labels in the requested language or without one rank first: preferred, then alternative, then hidden labels. Within a
 * kind, matches at the start of the label precede matches at the start of a word. Labels in other languages follow, then
 * infix matches, words in another order, and fuzzy matches. Document frequency breaks ties.
 */
import { originalLength, truncateNormalized } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { ALL_CONCEPTS_FIELD, type Span, type SuggestedConcept } from '../api.ts';
import { getOrInsertLatest } from '../collections/get-or-insert.ts';
import type { ConceptMatcher } from '../thesaurus/concept-matcher.ts';
import type { FacetTree, Thesaurus } from '../thesaurus/thesaurus.ts';
import {
  joinedAndSplit,
  withoutArticle,
  withoutSpecialCharacters,
  withoutStopWords,
  withSpecialCharacters,
} from './input-variants.ts';
import { type LabelIndex, normalizedWords } from './label-index.ts';
import { offerExact, offerInfixes, offerInflections, offerPrefixes } from './label-matching.ts';
import { MIN_PREFIX_SCORE, requestedLanguages, type ScoredLabels, scoreLabels } from './suggestion-scores.ts';
import { type Candidate, type MatchedPart, TopCandidates } from './top-candidates.ts';
import { offerUnordered } from './unordered-match.ts';

export interface Suggester {
  suggest(query: {
    text: string;
    count: number;
    language?: string;
    /** Suggest only values of this facet. */
    facet?: FacetTree;
    /** Suggest only concepts of documents. Other concepts still count as matches, so that no further guesses are made. */
    onlyInUse?: boolean;
  }): SuggestedConcept[];
}

/** Number of languages whose scores are cached; each takes 8 bytes per key. */
const MAX_CACHED_LANGUAGES = 4;

/** In UTF-16 units, before and after normalization; a longer beginning of a label is truncated. */
const MAX_COMPLETED_CHARACTERS = 256;

interface SuggestedLabels {
  labelIndex: LabelIndex;
  thesaurus: Thesaurus;
  conceptMatcher: ConceptMatcher;
}

/** `counts` contains for each concept the number of documents tagged with it or a narrower one. */
export function openSuggester(
  { labelIndex, thesaurus, conceptMatcher }: SuggestedLabels,
  counts: ArrayLike<number>,
): Suggester {
  const scoredByLanguage = new Map<string, ScoredLabels>();

  function scoredLabels(tag: string | undefined): ScoredLabels {
    const { key, preferences } = requestedLanguages(thesaurus, tag);
    return getOrInsertLatest(scoredByLanguage, MAX_CACHED_LANGUAGES, key, () =>
      scoreLabels(labelIndex, thesaurus, counts, preferences),
    );
  }

  /** Labels that are inflections of the input, in the requested language if the request names one. */
  function labelsInOtherForms(text: string, count: number, language: string | undefined): number[] {
    const options = { isQuery: true, ...(language ? { languages: [language] } : {}) };
    const [match] = conceptMatcher.match(text, options);
    return match?.words === count ? match.senses.map(({ label }) => label) : [];
  }

  function offerMatches(text: string | undefined, language: string | undefined, best: TopCandidates): void {
    if (text === undefined) return;
    const typed = normalizedWords(text);
    if (typed.length === 0) return;
    for (const variant of [typed, ...withSpecialCharacters(typed)]) {
      offerPrefixes(variant, best);
      offerExact(variant, best);
    }
    offerInflections(labelsInOtherForms(text, typed.length, language), typed.length, best);
  }

  /** Guesses joined, split and misspelled words. */
  function offerGuesses(typed: string[], language: string | undefined, best: TopCandidates): void {
    offerMatches(withoutSpecialCharacters(typed), language, best);
    if (best.isEmpty) for (const variant of joinedAndSplit(typed)) offerPrefixes(variant, best);
    if (best.isEmpty) offerUnordered(typed, best, { fuzzy: true });
  }

  return {
    suggest({ text: input, count, language, facet, onlyInUse = false }) {
      const text = truncateNormalized(input, MAX_COMPLETED_CHARACTERS);
      const typed = normalizedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const isAccepted = (concept: number) => !facet || facet.within[concept] === 1;
      const isShown = (concept: number) => !onlyInUse || counts[concept]! > 0;
      const best = new TopCandidates(scoredLabels(language), count, isAccepted, isShown);
      offerMatches(text, language, best);
      offerMatches(withoutArticle(text), language, best);
      if (best.isEmpty) offerMatches(withoutStopWords(text, language), language, best);
      if (!best.isFull(MIN_PREFIX_SCORE)) offerInfixes(typed, best);
      if (typed.length > 1 && !best.isFull(0)) offerUnordered(typed, best, { fuzzy: false });
      if (best.isEmpty) offerGuesses(typed, language, best);
      return best.ranked().map((candidate) => ({
        ...present(thesaurus, candidate, language),
        field: facet?.field ?? ALL_CONCEPTS_FIELD,
        count: counts[candidate.concept]!,
      }));
    },
  };
}

function present(thesaurus: Thesaurus, { concept, label, parts }: Candidate, language: string | undefined) {
  const matchingLabel = thesaurus.labelText(label);
  const [broader] = thesaurus.broader(concept);
  return {
    uri: thesaurus.uri(concept),
    label: thesaurus.label(concept, language),
    matchingLabel,
    matches: matchSpans(matchingLabel, parts),
    context: broader === undefined ? null : thesaurus.label(broader, language),
  };
}

/** Maps matches in normalized words to offsets in a text. Adjacent parts of neighboring words become one span. */
export function matchSpans(label: string, parts: MatchedPart[]): Span[] {
  const words = tokenize(label);
  const spans: Span[] = [];
  let previous: { word: number; isWhole: boolean } | undefined;
  for (const { word, offset, length } of [...parts].sort((a, b) => a.word - b.word)) {
    const { text, begin, end: endOfWord } = words[word]!;
    const end = begin + originalLength(text, offset + length);
    const continues = previous?.isWhole && previous.word === word - 1 && offset === 0;
    if (continues) spans.at(-1)!.end = end;
    else spans.push({ begin: begin + originalLength(text, offset), end });
    previous = { word, isWhole: end === endOfWord };
  }
  return spans;
}
