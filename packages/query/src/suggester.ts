/**
 * Suggester: concepts for an incomplete name (autocomplete).
 *
 * Labels in the requested language or without one rank first: preferred, then alternative, then hidden ones. Within a
 * kind, matches at the start of the label precede those at the start of a word. Labels in other languages follow, then
 * infix matches, words in another order, and fuzzy matches. Document frequency breaks ties.
 */

import { mayHaveExpandedUmlauts, truncateNormalized } from './analysis/normalizer.ts';
import { ALL_CONCEPTS_FIELD, type SuggestedConcept } from './api.ts';
import {
  joinedAndSplit,
  withoutArticle,
  withoutSomeSpecialCharacters,
  withoutSpecialCharacters,
  withoutStopWords,
  withSpecialCharacters,
} from './autocomplete/input-variants.ts';
import { matchSpans } from './autocomplete/match-spans.ts';
import {
  type MatchContext,
  offerExact,
  offerInfixes,
  offerInflections,
  offerPrefixes,
} from './autocomplete/matching.ts';
import { normalizedWords } from './autocomplete/prefix-index.ts';
import { createMatchContext, MIN_PREFIX_SCORE, requestedLanguages } from './autocomplete/scoring.ts';
import { specialCharacterWords } from './autocomplete/special-character-words.ts';
import {
  MAX_RESPELLED_CANDIDATES,
  offerAmpersandParts,
  offerSameSpelling,
  offerWithUmlauts,
  sameSpellingFirst,
  spellingWithSpecialCharacters,
} from './autocomplete/spelling-matches.ts';
import { type Candidate, type TopCandidates, topCandidates } from './autocomplete/top-candidates.ts';
import { offerUnordered } from './autocomplete/unordered-match.ts';
import { getOrInsertLatest } from './collections/get-or-insert.ts';
import type { IndexedThesaurus } from './indexed-thesaurus.ts';
import type { FacetTree, Thesaurus } from './thesaurus/thesaurus.ts';

export interface Suggester {
  suggest(query: {
    text: string;
    count: number;
    language?: string;
    /** Suggest only values of this facet. */
    facet?: FacetTree;
  }): SuggestedConcept[];
}

/** Number of languages whose scores are cached; each takes 8 bytes per key. */
const MAX_CACHED_LANGUAGES = 4;

/** In UTF-16 units, before and after normalization; longer inputs are truncated. */
const MAX_INPUT_LENGTH = 256;

/** `counts` contains for each concept the number of documents tagged with it or a narrower one. */
export function openSuggester(
  { suggestions: index, thesaurus, conceptMatcher }: IndexedThesaurus,
  counts: ArrayLike<number>,
): Suggester {
  const contexts = new Map<string, MatchContext>();
  const specialWords = specialCharacterWords(index.vocabulary);

  function contextFor(tag: string | undefined): MatchContext {
    const { key, preferences } = requestedLanguages(thesaurus, tag);
    return getOrInsertLatest(contexts, MAX_CACHED_LANGUAGES, key, () =>
      createMatchContext(index, thesaurus, counts, preferences),
    );
  }

  /** Labels that are an inflection of the input, in the requested language if there is one. */
  function labelsInOtherForms(text: string, count: number, language: string | undefined): number[] {
    const options = { query: true, ...(language ? { languages: [language] } : {}) };
    const [match] = conceptMatcher.match(text, options);
    return match?.words === count ? match.senses.map(({ label }) => label) : [];
  }

  function offerMatches(
    matchContext: MatchContext,
    text: string,
    language: string | undefined,
    best: TopCandidates,
  ) {
    const typed = normalizedWords(text);
    if (typed.length === 0) return;
    offerPrefixes(matchContext, typed, best);
    offerExact(matchContext, typed, best);
    for (const variant of withSpecialCharacters(typed, specialWords)) {
      offerPrefixes(matchContext, variant, best);
      offerExact(matchContext, variant, best);
    }
    const parts = withoutSomeSpecialCharacters(typed);
    if (parts) offerSameSpelling(matchContext, typed, parts, best, thesaurus);
    offerInflections(matchContext, labelsInOtherForms(text, typed.length, language), typed.length, best);
    if (typed.some(mayHaveExpandedUmlauts)) offerWithUmlauts(matchContext, typed, best, thesaurus);
  }

  return {
    suggest({ text: whole, count, language, facet }) {
      const text = truncateNormalized(whole, MAX_INPUT_LENGTH);
      const typed = normalizedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const matchContext = contextFor(language);
      const spelled = spellingWithSpecialCharacters(text);
      const most = spelled ? Math.max(count, MAX_RESPELLED_CANDIDATES) : count;
      const best = topCandidates(most, (concept) => !facet || facet.within[concept] === 1);
      offerMatches(matchContext, text, language, best);
      const bare = withoutArticle(text);
      if (bare !== undefined) offerMatches(matchContext, bare, language, best);
      if (best.size() === 0)
        offerMatches(matchContext, withoutStopWords(text, language) ?? '', language, best);
      if (!best.full(MIN_PREFIX_SCORE)) {
        offerInfixes(matchContext, typed, best);
        offerAmpersandParts(matchContext, typed, best, thesaurus, specialWords);
      }
      if (typed.length > 1 && !best.full(0)) offerUnordered(matchContext, typed, best, false);
      // Guesses are tried only if nothing matches.
      if (best.size() === 0)
        offerMatches(matchContext, withoutSpecialCharacters(typed) ?? '', language, best);
      if (best.size() === 0)
        for (const variant of joinedAndSplit(typed)) offerPrefixes(matchContext, variant, best);
      if (best.size() === 0) offerUnordered(matchContext, typed, best, true);
      const ranked = best.ranked(thesaurus);
      const inOrder = spelled ? sameSpellingFirst(ranked, spelled, thesaurus) : ranked;
      return inOrder.slice(0, count).map((candidate) => ({
        ...present(thesaurus, candidate, language),
        field: facet?.field ?? ALL_CONCEPTS_FIELD,
        count: counts[candidate.concept]!,
      }));
    },
  };
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
    matches: matchSpans(matchingLabel, parts),
    context: broader === undefined ? null : thesaurus.label(broader, language),
  };
}
