/**
 * Suggests concepts for an incomplete name (autocomplete).
 *
 * Ranking: labels in the requested language or without one, preferred before alternative before hidden, and within
 * a kind label start before word start. Then labels in other languages, exact matches first. Then infix matches,
 * words in another order, and fuzzy matches. Ties are broken by document frequency.
 */

import {
  expandUmlauts,
  mayHaveExpandedUmlauts,
  normalizeSpelling,
  truncateNormalized,
  umlautPrefixes,
} from './analysis/normalizer.ts';
import { tokenize } from './analysis/tokenizer.ts';
import type { SuggestedConcept } from './api.ts';
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
  INSIDE_WORD,
  type MatchContext,
  offerExact,
  offerInfixes,
  offerInflections,
  offerPrefixes,
} from './autocomplete/matching.ts';
import { normalizedWords } from './autocomplete/prefix-index.ts';
import { createMatchContext, MIN_PREFIX_SCORE, requestedLanguages } from './autocomplete/scoring.ts';
import { specialCharacterWords } from './autocomplete/special-character-words.ts';
import { type Candidate, type TopCandidates, topCandidates } from './autocomplete/top-candidates.ts';
import { offerUnordered } from './autocomplete/unordered-match.ts';
import type { IndexedThesaurus } from './indexed-thesaurus.ts';
import { ALL_CONCEPTS_FIELD } from './thesaurus/facet-tree.ts';
import type { FacetTree, Thesaurus } from './thesaurus/thesaurus.ts';
import { getOrInsertLatest } from './util/get-or-insert.ts';

export interface Suggester {
  suggest(query: {
    text: string;
    count: number;
    language?: string;
    /** Suggest only values of this facet. */
    facet?: FacetTree;
  }): SuggestedConcept[];
}

/** Number of languages whose scores are cached; each takes 8 bytes a key. */
const MAX_CACHED_LANGUAGES = 4;

/** In UTF-16 units, before and after normalization; longer inputs are truncated. */
const MAX_INPUT_LENGTH = 256;

/** `counts` contains for each concept the number of documents tagged with it or a narrower one. */
export function openSuggester(
  { suggestions: index, thesaurus, conceptMatcher }: IndexedThesaurus,
  counts: ArrayLike<number>,
): Suggester {
  const ready = new Map<string, MatchContext>();
  const signed = specialCharacterWords(index.vocabulary);

  function matchingFor(tag: string | undefined): MatchContext {
    const { key, preferences } = requestedLanguages(thesaurus, tag);
    return getOrInsertLatest(ready, MAX_CACHED_LANGUAGES, key, () =>
      createMatchContext(index, thesaurus, counts, preferences),
    );
  }

  /** Labels that are an inflection of the input, in the requested language if there is one. */
  function labelsInOtherForms(text: string, count: number, language: string | undefined): number[] {
    const options = { query: true, ...(language ? { languages: [language] } : {}) };
    const [match] = conceptMatcher.match(text, options);
    return match?.words === count ? match.senses.map(({ label }) => label) : [];
  }

  /** Labels with umlauts that were typed as two vowels: `Kaengu` is a prefix of `Känguru`. */
  function offerWithUmlauts(matching: MatchContext, typed: string[], best: TopCandidates) {
    const all = topCandidates(MAX_RESPELLED_CANDIDATES, best.accepts);
    for (const prefix of umlautPrefixes(typed.join(' ')))
      offerPrefixes(matching, normalizedWords(prefix), all);
    for (const { concept, label, score: value, parts } of all.ranked(thesaurus)) {
      const written = tokenize(thesaurus.labelText(label)).map(({ text }) => expandUmlauts(text));
      const isTyped = parts.every(({ word }, i) => written[word]!.startsWith(typed[i]!));
      if (isTyped) best.offer(concept, label, value, () => parts);
    }
  }

  /**
   * Labels with other tokens but the same special characters in these positions: `H & M` for `h&m`, `ASP.NET` for
   * `.net`.
   */
  function offerSameSpelling(matching: MatchContext, typed: string[], parts: string[], best: TopCandidates) {
    const all = topCandidates(MAX_RESPELLED_CANDIDATES, best.accepts);
    offerPrefixes(matching, parts, all);
    offerExact(matching, parts, all);
    const spelled = typed.join(' ');
    for (const { concept, label, score: value, parts: found } of all.ranked(thesaurus)) {
      const isSpelled = joinedSpelling(thesaurus.labelText(label)).includes(spelled);
      if (isSpelled) best.offer(concept, label, value, () => found.filter(({ length }) => length > 0));
    }
  }

  /** Labels that match from the last part of a word joined by `&`: `R&D policy` for `d pol`. */
  function offerAmpersandParts(matching: MatchContext, [first, ...rest]: string[], best: TopCandidates) {
    for (const whole of signed.ampersandWords.get(first!) ?? []) {
      const all = topCandidates(best.count, best.accepts);
      offerPrefixes(matching, [whole, ...rest], all);
      for (const { concept, label, parts } of all.ranked(thesaurus)) {
        const [begun, ...others] = parts;
        const part = { ...begun!, offset: whole.length - first!.length, length: first!.length };
        best.offer(concept, label, matching.score(label, INSIDE_WORD), () => [part, ...others]);
      }
    }
  }

  function offerMatches(
    matching: MatchContext,
    text: string,
    language: string | undefined,
    best: TopCandidates,
  ) {
    const typed = normalizedWords(text);
    if (typed.length === 0) return;
    offerPrefixes(matching, typed, best);
    offerExact(matching, typed, best);
    for (const meant of withSpecialCharacters(typed, signed)) {
      offerPrefixes(matching, meant, best);
      offerExact(matching, meant, best);
    }
    const parts = withoutSomeSpecialCharacters(typed);
    if (parts) offerSameSpelling(matching, typed, parts, best);
    offerInflections(matching, labelsInOtherForms(text, typed.length, language), typed.length, best);
    if (typed.some(mayHaveExpandedUmlauts)) offerWithUmlauts(matching, typed, best);
  }

  return {
    suggest({ text: whole, count, language, facet }) {
      const text = truncateNormalized(whole, MAX_INPUT_LENGTH);
      const typed = normalizedWords(text);
      if (typed.length === 0 || count < 1) return [];
      const matching = matchingFor(language);
      const spelled = spellingWithSpecialCharacters(text);
      const most = spelled ? Math.max(count, MAX_RESPELLED_CANDIDATES) : count;
      const best = topCandidates(most, (concept) => !facet || facet.within[concept] === 1);
      offerMatches(matching, text, language, best);
      const bare = withoutArticle(text);
      if (bare !== undefined) offerMatches(matching, bare, language, best);
      if (best.size() === 0) offerMatches(matching, withoutStopWords(text, language) ?? '', language, best);
      if (!best.full(MIN_PREFIX_SCORE)) {
        offerInfixes(matching, typed, best);
        offerAmpersandParts(matching, typed, best);
      }
      if (typed.length > 1 && !best.full(0)) offerUnordered(matching, typed, best, false);
      // Guesses are tried only if nothing matches.
      if (best.size() === 0) offerMatches(matching, withoutSpecialCharacters(typed) ?? '', language, best);
      if (best.size() === 0) for (const meant of joinedAndSplit(typed)) offerPrefixes(matching, meant, best);
      if (best.size() === 0) offerUnordered(matching, typed, best, true);
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

/**
 * Tokens do not distinguish `Disney+` from `Disney`. Of so many candidates, those with the same spelling come
 * first.
 */
const MAX_RESPELLED_CANDIDATES = 200;

/** The normalized input; undefined if it has no special characters. */
function spellingWithSpecialCharacters(text: string): string | undefined {
  return /[^\p{L}\p{N}\p{M}\s]/u.test(text) ? joinedSpelling(text.trim()) : undefined;
}

/** Normalized, without spaces around `&`. */
function joinedSpelling(text: string): string {
  return normalizeSpelling(text).replaceAll(' & ', '&');
}

function sameSpellingFirst(candidates: Candidate[], spelled: string, thesaurus: Thesaurus): Candidate[] {
  const isSpelled = ({ label }: Candidate) => joinedSpelling(thesaurus.labelText(label)).startsWith(spelled);
  return [...candidates.filter(isSpelled), ...candidates.filter((each) => !isSpelled(each))];
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
