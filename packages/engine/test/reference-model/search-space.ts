/**
 * Reference model of a search space: executes query plans by scanning all documents.
 *
 * It shares query understanding with the engine, which has example tables of its own, but not the index statistics that
 * query understanding reads.
 */

import {
  didYouMean,
  FOREIGN_FACTOR,
  HEADING_FACTOR,
  hasTooFewHits,
  type IndexedThesaurus,
  type Matcher,
  type MatchReport,
  matchReport,
  missingFactors,
  nextRelaxation,
  planQuery,
  type QueryPass,
  type QueryPlan,
  type QuerySettings,
  type RecognizedConcept,
  type Relaxation,
} from '@semantic-search/query';
import { analyzerFor } from '@semantic-search/query/analysis';
import type { FacetCount, RankingSettings, SearchQuery } from '../../src/api.ts';
import { completeRanking, titleFactor } from '../../src/search/matching/ranking.ts';
import type { DocumentInput } from '../../src/writable-space.ts';
import { statisticsOf } from './corpus-terms.ts';
import { isDated, passes, type ReferenceData, referenceFacet } from './facets.ts';
import { leadMatch, occurrences, textsOf, weightedLength } from './occurrences.ts';
import { resolveConcept } from './thesaurus.ts';

export interface ReferenceSpace extends ReferenceData {
  /** The same thesaurus, parsed by the engine to recognize labels in queries. */
  indexed: IndexedThesaurus;
  settings: QuerySettings;
  ranking: RankingSettings;
}

export interface ReferenceResult {
  total: number;
  /** Relevance of each document of the result, by id. */
  scores: Map<string, number>;
  facets: { field: string; values: FacetCount[] }[];
  recognizedConcepts: RecognizedConcept[];
  suggestion: string | undefined;
  isUnquoted: true | undefined;
  matching: MatchReport;
}

/** Matching documents of one pass with their scores, before filters. */
interface ReferencePass extends QueryPass {
  found: Map<DocumentInput, number>;
}

export function referenceSearch(query: SearchQuery, space: ReferenceSpace): ReferenceResult {
  const { input, language } = query;
  const { threshold } = completeRanking({ threshold: space.settings.threshold }, space.ranking);
  const settings = { ...space.settings, threshold };
  const statistics = {
    ...statisticsOf(space.documents, space.corpus, space.indexed),
    matchFrequency: (matcher: Matcher) => matchesOf(matcher, space).size,
  };
  const run = (relaxation: Relaxation): ReferencePass => {
    const plan = planQuery(input, statistics, settings, { ...relaxation, language });
    const found = execute(plan, space);
    return { relaxation, plan, documents: found.size, found };
  };
  const exact = run({});
  let last = exact;
  for (let next = nextRelaxation(exact, settings); next; next = nextRelaxation(last, settings))
    last = run(next);
  const rest = [...last.found.keys()].filter(
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
    scores: new Map(result.map((document) => [document.id, last.found.get(document)!])),
    facets,
    recognizedConcepts: last.plan.recognizedConcepts,
    suggestion:
      settings.relaxing && hasTooFewHits(exact)
        ? didYouMean(input, last.plan, statistics, undefined)
        : undefined,
    isUnquoted: last.plan.isUnquoted || undefined,
    matching: matchReport(last),
  };
}

/** Returns the documents that meet all requirements, or the threshold of a relaxed plan, with their scores. */
function execute(plan: QueryPlan, space: ReferenceSpace): Map<DocumentInput, number> {
  const { documents } = space;
  const { requiredMask, threshold } = plan;
  const alternatives = plan.alternatives.map((each) => ({
    ...each,
    matches: matchesOf(each.matcher, space),
  }));
  const isExcluded = plan.excluded.map((matcher) => matchesOf(matcher, space));
  const { k1, b, fields } = completeRanking(space.ranking);
  const average = Math.max(
    1,
    documents.reduce((sum, each) => sum + weightedLength(each, fields), 0) / documents.length,
  );
  const found = new Map<DocumentInput, number>();
  for (const document of documents) {
    const matching = alternatives.filter(({ matches }) => matches.has(document));
    const met = matching.reduce((mask, { requirementMask }) => mask | requirementMask, 0) & requiredMask;
    const isComplete = met === requiredMask;
    const weight = threshold?.weights.reduce((sum, each, bit) => sum + (met & (1 << bit) ? each : 0), 0);
    if (threshold ? weight! < threshold.minimum : !isComplete) continue;
    if (isExcluded.some((matches) => matches.has(document))) continue;
    let score = 0;
    for (const { matcher, weight, matches, isTyped } of matching) {
      const rarity = Math.log(1 + (documents.length - matches.size + 0.5) / (matches.size + 0.5));
      const frequency = matches.get(document)!;
      const damped = frequency + k1 * (1 - b + (b * weightedLength(document, fields)) / average);
      const factor = matcher.kind === 'title' ? titleFactor(fields) : 1;
      const isConstant = matcher.kind === 'concept' || matcher.kind === 'title' || matcher.kind === 'lead';
      const own = weight * rarity * (isConstant ? factor * frequency : ((k1 + 1) * frequency) / damped);
      score += isTyped && isForeign(document, plan) ? FOREIGN_FACTOR * own : own;
    }
    score += titleScore(document, plan, alternatives, space);
    if (threshold)
      missingFactors(threshold).forEach((factor, bit) => {
        if (requiredMask & (1 << bit) && !(met & (1 << bit))) score *= factor;
      });
    found.set(document, score);
  }
  return found;
}

/** Whether a document declares another language than the one whose documents are preferred. */
function isForeign(document: DocumentInput, { language: { preferred } }: QueryPlan): boolean {
  const { code } = analyzerFor(document.language);
  return Boolean(preferred?.code && code && code !== preferred.code);
}

type MatchedAlternative = QueryPlan['alternatives'][number] & { matches: Map<DocumentInput, number> };

/** Bonus of a title that says most of the query and little else. */
function titleScore(
  document: DocumentInput,
  { requiredMask }: QueryPlan,
  alternatives: MatchedAlternative[],
  space: ReferenceSpace,
): number {
  const counted = alternatives.filter(({ matcher, weight }) => matcher.kind !== 'concept' && weight >= 0.3);
  const bits = Array.from({ length: 31 }, (_, bit) => 1 << bit).filter((bit) => requiredMask & bit);
  const rarities = bits.map((bit) => {
    const meeting = counted.filter(({ requirementMask }) => (requirementMask & requiredMask) === bit);
    const frequency = Math.max(0, ...meeting.map(({ matches }) => matches.size));
    return frequency === 0 ? 0 : Math.log(1 + (space.documents.length - frequency + 0.5) / (frequency + 0.5));
  });
  const inTitle = ({ matcher }: MatchedAlternative) => {
    const groups =
      matcher.kind === 'phrase' ? matcher.words : matcher.kind === 'concept' ? [] : [matcher.terms];
    const phrase = groups.map((group) => new Set(group.map((term) => space.corpus.terms.at(term))));
    return occurrences(document, phrase, { title: 1, text: 0 }) > 0;
  };
  const met = counted.filter(inTitle).reduce((mask, { requirementMask }) => mask | requirementMask, 0);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const total = sum(rarities);
  const length = textsOf(document).title.flat().length;
  if (total === 0 || met === 0) return 0;
  const missing = rarities.filter((_, i) => !(met & bits[i]!)).map((rarity) => (1 - rarity / total) ** 6);
  const share = missing.reduce((product, factor) => product * factor, bits.length / length);
  return 2 * total * titleFactor(completeRanking(space.ranking).fields) * Math.min(1, share);
}

/** Matching documents with the frequency of the phrase, or the weighted nearness of the nearest concept. */
function matchesOf(matcher: Matcher, space: ReferenceSpace): Map<DocumentInput, number> {
  const counted = space.documents.map((each) => [each, frequencyIn(each, matcher, space)] as const);
  return new Map(counted.filter(([, frequency]) => frequency > 0));
}

function frequencyIn(document: DocumentInput, matcher: Matcher, space: ReferenceSpace): number {
  if (matcher.kind === 'concept') {
    const subjects = (document.subjects ?? []).flatMap((uri) => resolveConcept(space.thesaurus, uri) ?? []);
    const ordinals = subjects.map((uri) => space.indexed.thesaurus.ordinal(uri)!);
    return HEADING_FACTOR * Math.max(0, ...ordinals.map((concept) => matcher.nearness[concept]!));
  }
  const groups = matcher.kind === 'phrase' ? matcher.words : [matcher.terms];
  const phrase = groups.map((group) => new Set(group.map((term) => space.corpus.terms.at(term))));
  if (matcher.kind === 'title') return Math.sign(occurrences(document, phrase, { title: 1, text: 0 }));
  if (matcher.kind === 'lead')
    return leadMatch(document, phrase[0]!, titleFactor(completeRanking(space.ranking).fields));
  return occurrences(document, phrase, completeRanking(space.ranking).fields);
}
