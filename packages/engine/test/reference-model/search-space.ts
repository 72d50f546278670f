/**
 * Reference model of a search space: scans every document and counts one by one, without an index.
 *
 * It shares with the engine only index-independent parts with tests of their own: tokenizer, normalizer, stemmers, query
 * parser, label recognition, range steps.
 */

import {
  type Clause,
  hasOnlyPictographs,
  MIN_HITS,
  MIN_SHOULD_MATCH_SHARE,
  parseQuery,
  uniqueClauses,
} from '@semantic-search/query';
import type { Token } from '@semantic-search/query/analysis';
import { normalize } from '@semantic-search/query/analysis';
import {
  analyzeQuery,
  CONCEPT_WEIGHT,
  compoundConcepts,
  conceptMatchOptions,
  correctSpecialCharacters,
  excludedConcepts,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  matchLabels,
  prefixConcepts,
  type QueryMatch,
  spans,
  withCompounds,
} from '@semantic-search/query/rewriters';
import type { FacetCount, SearchQuery } from '../../src/api.ts';
import { b, k1 } from '../../src/search/bm25.ts';
import { COMPLETE_MATCH_BOOST } from '../../src/search/boolean-scorer.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import { decompoundInput, type ReferenceSpace, spellingCorrections } from './corrections.ts';
import {
  alternativesOf,
  conceptAlternatives,
  documentsAbout,
  excludedVariants,
  isCommon,
  phraseAlternative,
  phraseOf,
  type ReferenceAlternative,
  spellingAlternatives,
} from './expansion.ts';
import { isDated, passes, referenceFacet } from './facets.ts';
import { occurrences, type Phrase, textsOf } from './occurrences.ts';
import { isWholeWord, referenceQueryLanguage } from './query-understanding.ts';

export interface ReferenceResult {
  total: number;
  /** Relevance of each document of the result, by id. */
  scores: Map<string, number>;
  facets: { field: string; values: FacetCount[] }[];
  /** Corrections by normalized word; undefined if the result offers no suggestion. */
  corrections: Map<string, string> | undefined;
}

export function referenceSearch(query: SearchQuery, space: ReferenceSpace): ReferenceResult {
  const { found, tooFew } = matching(query, space);
  const rest = [...found.keys()].filter(
    (document) =>
      isDated(document, query.dateRange) &&
      !query.excluded.some((each) => each.values.length > 0 && passes(document, [each], space)),
  );
  const result = rest.filter((document) => passes(document, query.selected, space));
  const facets = query.facets.map((facet) => {
    // A facet's own selection does not narrow its counts.
    const counted = rest.filter((document) => passes(document, query.selected, space, facet.field));
    return { field: facet.field, values: referenceFacet(facet, counted, space) };
  });
  return {
    total: result.length,
    scores: new Map(result.map((document) => [document.id, found.get(document)!])),
    facets,
    corrections: tooFew && space.settings.typos ? suggestedCorrections(query, space) : undefined,
  };
}

/** Includes words with unknown special characters, which are searched and suggested without these. */
function suggestedCorrections({ input, language }: SearchQuery, space: ReferenceSpace): Map<string, string> {
  const read = referenceQueryLanguage(input, language, space);
  const { splits } = space.settings.stemming ? decompoundInput(input, read, space) : { splits: [] };
  const unsigned = correctSpecialCharacters(splits).map(
    ({ word, text }) => [normalize(word.text), normalize(text)] as const,
  );
  return new Map([...spellingCorrections(input, language, space), ...unsigned]);
}

/** Returns the matching documents with their scores, before filters. */
function matching(
  { input, language }: SearchQuery,
  space: ReferenceSpace,
): { found: Map<DocumentInput, number>; tooFew: boolean } {
  const { settings } = space;
  const broad = settings.concepts || settings.synonyms || settings.stemming;
  const attempt = (broad: boolean, typos: boolean, relaxed: boolean) =>
    evaluate(input, language, { broad, typos, relaxed }, space);
  if (hasOnlyPictographs(input)) return { found: new Map(), tooFew: false };
  let last = attempt(false, false, false);
  const hasTooFew = () => last.required > 0 && last.found.size < MIN_HITS;
  const tooFew = hasTooFew();
  if (last.required > 0 && last.asTyped < MIN_HITS && broad) last = attempt(true, false, false);
  if (hasTooFew() && settings.typos) last = attempt(broad, true, false);
  if (hasTooFew() && last.required > 1 && settings.relaxing) last = attempt(broad, settings.typos, true);
  return { found: last.found, tooFew };
}

interface ReferenceRelaxation {
  broad: boolean;
  typos: boolean;
  relaxed: boolean;
}

/** Returns the documents that match enough clauses, with their scores. */
function evaluate(
  input: string,
  language: string | undefined,
  relaxation: ReferenceRelaxation,
  space: ReferenceSpace,
): { found: Map<DocumentInput, number>; required: number; asTyped: number } {
  const { documents } = space;
  const { required, alternatives, excluded, excludedAbout } = planned(input, language, relaxation, space);
  const least = relaxation.relaxed
    ? Math.max(1, Math.floor(required.length * MIN_SHOULD_MATCH_SHARE))
    : required.length;
  const matchedClauses = (document: DocumentInput, by: ReferenceAlternative[]) =>
    required.filter((clause) =>
      by.some((alternative) => alternative.clauses.includes(clause) && alternative.weights.has(document)),
    ).length;
  const isCommonClause = (clause: Clause) =>
    alternatives.some(
      ({ clauses, weights }) => clauses.includes(clause) && weights.size > documents.length / 2,
    );
  const selective = required.filter((clause) => !isCommonClause(clause));
  const meeting = (some: Clause[]) =>
    alternatives.filter(({ clauses }) => clauses.some((each) => some.includes(each)));
  const selectiveMatches = meeting(selective).reduce((sum, { weights }) => sum + weights.size, 0);
  const mayMeet = meeting(selectiveMatches === 0 ? required : selective);
  const matchesSelective = (document: DocumentInput) => mayMeet.some(({ weights }) => weights.has(document));
  const isExcluded = (document: DocumentInput) =>
    excludedAbout.has(document) || excluded.some((phrase) => occurrences(document, phrase, 1) > 0);
  const matchedBy = (by: ReferenceAlternative[]) =>
    documents.filter(
      (document) =>
        matchedClauses(document, by) >= least &&
        (least === required.length || matchesSelective(document)) &&
        !isExcluded(document),
    );
  const score = scorer(alternatives, documents);
  const bonus = (document: DocumentInput) =>
    least < required.length && matchedClauses(document, alternatives) === required.length
      ? COMPLETE_MATCH_BOOST
      : 0;
  return {
    found: new Map(matchedBy(alternatives).map((each) => [each, score(each) + bonus(each)])),
    required: required.length,
    asTyped: matchedBy(alternatives.filter(({ isPrefixOnly }) => required.length !== 1 || !isPrefixOnly))
      .length,
  };
}

/** Plans a query: required clauses, their alternatives, and exclusions. */
function planned(
  input: string,
  language: string | undefined,
  { broad, typos, relaxed }: ReferenceRelaxation,
  space: ReferenceSpace,
): {
  required: Clause[];
  alternatives: ReferenceAlternative[];
  excluded: Phrase[];
  excludedAbout: ReadonlyMap<DocumentInput, number>;
} {
  const { settings, indexed, corpus } = space;
  const anyWriting = settings.stemming && (broad || typos || relaxed);
  const read = referenceQueryLanguage(input, language, space);
  const { clauses, splits, rare } = anyWriting
    ? decompoundInput(input, read, space)
    : { clauses: parseQuery(input), splits: [], rare: [] };
  const positive = clauses.filter(({ excluded }) => !excluded);
  const corrections = typos ? [...spellingCorrections(input, language, space)] : [];
  const typed = positive.flatMap((clause) => clause.words);
  const isPart = (part: Token) => splits.some(({ word }) => part.begin >= word.begin && part.end <= word.end);
  const names = settings.concepts || settings.synonyms;
  const labels = names ? matchLabels(input, positive, indexed, conceptMatchOptions(read, broad)) : [];
  const { matches, stops } = analyzeQuery(input, positive, indexed, {
    labels: names ? labels : undefined,
    stopWords: settings.stopWords,
    broad,
    corrections: [
      ...splits,
      ...typed.flatMap((word) => {
        const [, text] = corrections.find(([each]) => each === normalize(word.text)) ?? [];
        return text === undefined || isPart(word) ? [] : [{ word, text }];
      }),
    ].sort((a, c) => a.word.begin - c.word.begin),
    language: read,
  });
  const asked = uniqueClauses(positive.filter((clause) => !stops.has(clause)));
  const required = asked.map(({ clause }) => clause);
  const forms = (word: string) => {
    if (!settings.stemming) return [];
    return read.analyzer && !(broad && read.isForeign(word)) ? [read.analyzer] : corpus.languages;
  };
  const alternatives = asked.flatMap(({ clause, all }) =>
    alternativesOf(clause, forms, typos && !isPart(clause.words[0]!), space).map((alternative) => ({
      ...alternative,
      boost: alternative.boost * all.length,
    })),
  );
  if (anyWriting) alternatives.push(...spellingAlternatives(positive, asked, forms, space));
  for (const word of rare) {
    const within = ({ words: [part] }: Clause) => word.begin <= part!.begin && part!.end <= word.end;
    const parts = asked.filter(({ all }) => all.some(within)).map(({ clause }) => clause);
    alternatives.push(
      phraseAlternative(parts, [corpus.formsOf(word.text, forms(word.text))], CONCEPT_WEIGHT, space),
    );
  }
  const textOf = ({ begin, end }: QueryMatch) => normalize(input.slice(begin, end));
  const compounds =
    settings.concepts || settings.synonyms ? compoundConcepts(positive, labels, indexed, read) : [];
  const isWhole = (word: string) => isWholeWord(word, space);
  const prefixes =
    names && broad ? prefixConcepts(positive, [...labels, ...compounds], indexed, read, isWhole) : [];
  const named = [...withCompounds(matches, compounds), ...prefixes];
  const whole = named.filter(({ isPartial }) => !isPartial);
  const isNamed = (clause: Clause) => whole.some((match) => spans(match, clause));
  const common = required.filter(
    (clause) => whole.length > 0 && !clause.quoted && !isNamed(clause) && isCommon(clause, forms, space),
  );
  let conceptCount = 0;
  for (const match of named) {
    const covered = asked.filter(({ all }) => all.some((clause) => spans(match, clause)));
    const covering = covered.map(({ clause }) => clause);
    if (covering.length === 0) continue;
    const maxConcepts = Math.min(MAX_HOMONYMS, MAX_CONCEPTS - conceptCount);
    alternatives.push(
      ...conceptAlternatives(match, textOf(match), covering, common, alternatives, space, maxConcepts),
    );
    conceptCount += Math.min(maxConcepts, match.senses.length);
  }
  const excluded = clauses
    .filter(({ excluded }) => excluded)
    .flatMap((clause) => [phraseOf(clause, forms, space), ...excludedVariants(clause, forms, space)]);
  const without = settings.concepts ? excludedConcepts(input, clauses, indexed, read) : [];
  return { required, alternatives, excluded, excludedAbout: documentsAbout(without, space) };
}

/** BM25 over all alternatives, weighted by inverse document frequency. */
function scorer(
  alternatives: ReferenceAlternative[],
  documents: DocumentInput[],
): (document: DocumentInput) => number {
  const lengths = documents.reduce((sum, document) => sum + textsOf(document).length, 0);
  const average = Math.max(1, lengths / documents.length);
  return (document) =>
    alternatives.reduce((score, { weights, boost, frequencies }) => {
      const weight = weights.get(document);
      if (weight === undefined) return score;
      const rarity = Math.log(1 + (documents.length - weights.size + 0.5) / (weights.size + 0.5));
      const damped = weight + k1 * (1 - b + (b * textsOf(document).length) / average);
      return score + boost * rarity * (frequencies ? ((k1 + 1) * weight) / damped : weight);
    }, 0);
}
