/**
 * A search space without an index, for tests: looks at every document, word by word, and counts one by one. What it
 * says is true by being plain. It shares with the engine only what has tests of its own and knows no index: cutting and
 * folding words, stems, reading an input, recognising labels, the steps of ranges.
 */

import { normalize } from '../../src/analysis/normalizer.ts';
import type { Token } from '../../src/analysis/tokenizer.ts';
import type { DocumentInput, FacetCount, SearchQuery } from '../../src/api.ts';
import { compoundConcepts, withCompounds } from '../../src/query/compound-concepts.ts';
import { CONCEPT_WEIGHT, MAX_CONCEPTS, MAX_HOMONYMS } from '../../src/query/concept-expansion.ts';
import { correctSpecialCharacters } from '../../src/query/decompounding.ts';
import { excludedConcepts } from '../../src/query/exact-concepts.ts';
import { conceptMatchOptions } from '../../src/query/matcher-options.ts';
import { type Clause, hasOnlyPictographs, parseQuery, uniqueClauses } from '../../src/query/parser.ts';
import { prefixConcepts } from '../../src/query/prefix-concepts.ts';
import { analyzeQuery, matchLabels } from '../../src/query/query-analysis.ts';
import { type QueryMatch, spans } from '../../src/query/query-match.ts';
import { MIN_HITS, MIN_SHOULD_MATCH_SHARE } from '../../src/query/relaxation.ts';
import { b, EXACT_TITLE_WEIGHT, k1 } from '../../src/search/bm25.ts';
import { apartIn, correctionsOf, type ReferenceSpace } from './corrections.ts';
import {
  conceptWays,
  documentsAbout,
  isCommon,
  otherSpellings,
  phraseOf,
  type Way,
  waysOf,
  wordWay,
} from './expansion.ts';
import { isDated, naiveFacet, passes } from './facets.ts';
import { occurrences, type Phrase, textsOf } from './occurrences.ts';
import { isWholeWord, languageRead } from './query-understanding.ts';

export interface ReferenceResult {
  total: number;
  /** Relevance of each document of the result, by id. */
  scores: Map<string, number>;
  facets: { field: string; values: FacetCount[] }[];
  /** For each word that may be corrected, folded, what it may be corrected to; undefined where nothing is offered. */
  corrections: Map<string, string> | undefined;
}

export function referenceSearch(question: SearchQuery, space: ReferenceSpace): ReferenceResult {
  const { found, tooFew } = matching(question, space);
  const rest = [...found.keys()].filter(
    (document) =>
      isDated(document, question.dateRange) &&
      !question.excluded.some((each) => each.values.length > 0 && passes(document, [each], space)),
  );
  const result = rest.filter((document) => passes(document, question.selected, space));
  const facets = question.facets.map((facet) => {
    // A facet's own selection does not narrow its counts.
    const counted = rest.filter((document) => passes(document, question.selected, space, facet.field));
    return { field: facet.field, values: naiveFacet(facet, counted, space) };
  });
  return {
    total: result.length,
    scores: new Map(result.map((document) => [document.id, found.get(document)!])),
    facets,
    corrections: tooFew && space.settings.typos ? offered(question, space) : undefined,
  };
}

/** Words with signs that nobody writes are looked for, and offered, without. */
function offered({ input, language }: SearchQuery, space: ReferenceSpace): Map<string, string> {
  const read = languageRead(input, language, space);
  const { splits } = space.settings.stemming ? apartIn(input, read, space) : { splits: [] };
  const unsigned = correctSpecialCharacters(splits).map(
    ({ word, text }) => [normalize(word.text), normalize(text)] as const,
  );
  return new Map([...correctionsOf(input, language, space), ...unsigned]);
}

/** The documents that an input asks for, whatever is selected, with their relevance. */
function matching(
  { input, language }: SearchQuery,
  space: ReferenceSpace,
): { found: Map<DocumentInput, number>; tooFew: boolean } {
  const { settings } = space;
  const widely = settings.concepts || settings.synonyms || settings.stemming;
  const attempt = (widely: boolean, typos: boolean, relaxed: boolean) =>
    evaluate(input, language, { widely, typos, relaxed }, space);
  if (hasOnlyPictographs(input)) return { found: new Map(), tooFew: false };
  let last = attempt(false, false, false);
  const isLittle = () => last.required > 0 && last.found.size < MIN_HITS;
  const tooFew = isLittle();
  if (last.required > 0 && last.asTyped < MIN_HITS && widely) last = attempt(true, false, false);
  if (isLittle() && settings.typos) last = attempt(widely, true, false);
  if (isLittle() && last.required > 1 && settings.relaxing) last = attempt(widely, settings.typos, true);
  return { found: last.found, tooFew };
}

interface Leniency {
  widely: boolean;
  typos: boolean;
  relaxed: boolean;
}

/** Documents that meet enough of a plan, with their relevance. */
function evaluate(
  input: string,
  language: string | undefined,
  leniency: Leniency,
  space: ReferenceSpace,
): { found: Map<DocumentInput, number>; required: number; asTyped: number } {
  const { documents } = space;
  const { required, ways, unwanted, unwantedAbout } = planned(input, language, leniency, space);
  const least = leniency.relaxed
    ? Math.max(1, Math.floor(required.length * MIN_SHOULD_MATCH_SHARE))
    : required.length;
  const metBy = (document: DocumentInput, by: Way[]) =>
    required.filter((clause) => by.some((way) => way.clauses.includes(clause) && way.weights.has(document)))
      .length;
  const isUsual = (clause: Clause) =>
    ways.some(({ clauses, weights }) => clauses.includes(clause) && weights.size > documents.length / 2);
  const telling = required.filter((clause) => !isUsual(clause));
  const meeting = (some: Clause[]) =>
    ways.filter(({ clauses }) => clauses.some((each) => some.includes(each)));
  const ofTelling = meeting(telling).reduce((sum, { weights }) => sum + weights.size, 0);
  const mayMeet = meeting(ofTelling === 0 ? required : telling);
  const meetsTelling = (document: DocumentInput) => mayMeet.some(({ weights }) => weights.has(document));
  const isUnwanted = (document: DocumentInput) =>
    unwantedAbout.has(document) || unwanted.some((phrase) => occurrences(document, phrase, 1) > 0);
  const matchedBy = (by: Way[]) =>
    documents.filter(
      (document) =>
        metBy(document, by) >= least &&
        (least === required.length || meetsTelling(document)) &&
        !isUnwanted(document),
    );
  const score = scorer(ways, documents);
  const lift = (document: DocumentInput) =>
    least < required.length && metBy(document, ways) === required.length ? EXACT_TITLE_WEIGHT : 0;
  return {
    found: new Map(matchedBy(ways).map((each) => [each, score(each) + lift(each)])),
    required: required.length,
    asTyped: matchedBy(ways.filter(({ goesOn }) => required.length !== 1 || !goesOn)).length,
  };
}

/** What an input asks for, by which ways that can be met, and what is not wanted. */
function planned(
  input: string,
  language: string | undefined,
  { widely, typos, relaxed }: Leniency,
  space: ReferenceSpace,
): {
  required: Clause[];
  ways: Way[];
  unwanted: Phrase[];
  unwantedAbout: ReadonlyMap<DocumentInput, number>;
} {
  const { settings, known, met } = space;
  const anyWriting = settings.stemming && (widely || typos || relaxed);
  const read = languageRead(input, language, space);
  const { clauses, splits, rare } = anyWriting
    ? apartIn(input, read, space)
    : { clauses: parseQuery(input), splits: [], rare: [] };
  const positive = clauses.filter(({ excluded }) => !excluded);
  const meant = typos ? [...correctionsOf(input, language, space)] : [];
  const typed = positive.flatMap((clause) => clause.words);
  const isPart = (part: Token) => splits.some(({ word }) => part.begin >= word.begin && part.end <= word.end);
  const names = settings.concepts || settings.synonyms;
  const labels = names ? matchLabels(input, positive, known, conceptMatchOptions(read, widely)) : [];
  const { matches, stops } = analyzeQuery(input, positive, known, {
    labels: names ? labels : undefined,
    stopWords: settings.stopWords,
    broad: widely,
    corrections: [
      ...splits,
      ...typed.flatMap((word) => {
        const [, text] = meant.find(([each]) => each === normalize(word.text)) ?? [];
        return text === undefined || isPart(word) ? [] : [{ word, text }];
      }),
    ].sort((a, c) => a.word.begin - c.word.begin),
    language: read,
  });
  const asked = uniqueClauses(positive.filter((clause) => !stops.has(clause)));
  const required = asked.map(({ clause }) => clause);
  const forms = (word: string) => {
    if (!settings.stemming) return [];
    return read.analyzer && !(widely && read.isForeign(word)) ? [read.analyzer] : met.languages;
  };
  const ways = asked.flatMap(({ clause, all }) =>
    waysOf(clause, forms, typos && !isPart(clause.words[0]!), space).map((way) => ({
      ...way,
      boost: way.boost * all.length,
    })),
  );
  if (anyWriting) ways.push(...otherSpellings(positive, asked, forms, space));
  for (const word of rare) {
    const within = ({ words: [part] }: Clause) => word.begin <= part!.begin && part!.end <= word.end;
    const parts = asked.filter(({ all }) => all.some(within)).map(({ clause }) => clause);
    ways.push(wordWay(parts, [met.formsOf(word.text, forms(word.text))], CONCEPT_WEIGHT, space));
  }
  const textOf = ({ begin, end }: QueryMatch) => normalize(input.slice(begin, end));
  const asOne = settings.concepts || settings.synonyms ? compoundConcepts(positive, labels, known, read) : [];
  const isWhole = (word: string) => isWholeWord(word, space);
  const begun = names && widely ? prefixConcepts(positive, [...labels, ...asOne], known, read, isWhole) : [];
  const named = [...withCompounds(matches, asOne), ...begun];
  const whole = named.filter(({ isPartial }) => !isPartial);
  const isNamed = (clause: Clause) => whole.some((match) => spans(match, clause));
  const common = required.filter(
    (clause) => whole.length > 0 && !clause.quoted && !isNamed(clause) && isCommon(clause, forms, space),
  );
  let told = 0;
  for (const match of named) {
    const covered = asked.filter(({ all }) => all.some((clause) => spans(match, clause)));
    const covering = covered.map(({ clause }) => clause);
    if (covering.length === 0) continue;
    const most = Math.min(MAX_HOMONYMS, MAX_CONCEPTS - told);
    ways.push(...conceptWays(match, textOf(match), covering, common, ways, space, most));
    told += Math.min(most, match.senses.length);
  }
  const unwanted = clauses.filter(({ excluded }) => excluded).map((clause) => phraseOf(clause, forms, space));
  const without = settings.concepts ? excludedConcepts(input, clauses, known, read) : [];
  return { required, ways, unwanted, unwantedAbout: documentsAbout(without, space) };
}

/** BM25 over all ways, each weighed by how few documents it leads to. */
function scorer(ways: Way[], documents: DocumentInput[]): (document: DocumentInput) => number {
  const lengths = documents.reduce((sum, document) => sum + textsOf(document).length, 0);
  const average = Math.max(1, lengths / documents.length);
  return (document) =>
    ways.reduce((score, { weights, boost, frequencies }) => {
      const weight = weights.get(document);
      if (weight === undefined) return score;
      const rarity = Math.log(1 + (documents.length - weights.size + 0.5) / (weights.size + 0.5));
      const damped = weight + k1 * (1 - b + (b * textsOf(document).length) / average);
      return score + boost * rarity * (frequencies ? ((k1 + 1) * weight) / damped : weight);
    }, 0);
}
