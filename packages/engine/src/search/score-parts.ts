/** Parts of the score of one document: scores of the alternatives, and factors that reduce the sum. */
import { type Alternative, type Matcher, missingFactors } from '@semantic-search/query';
import { getOrInsert } from '@semantic-search/query/collections';
import type { ScorePart, SearchQuery } from '../api.ts';
import { taggedWith } from '../index/concept-columns.ts';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import type { BoostFactors } from '../scoring/boosts.ts';
import { isEnough, languageFactor, matchScorer } from './boolean-scorer.ts';
import type { Evaluation, ScoringContext } from './matching/evaluate.ts';
import { collectMatches, postingsFor, postingsOf } from './matching/matches.ts';
import { addTitleScores } from './title-scorer.ts';

/** Maximum number of words or concepts that a part names. */
const MAX_NAMES = 5;

interface ExplainedQuery extends Pick<SearchQuery, 'input' | 'language'> {
  plan: Evaluation['plan'];
  index: Pick<IndexReader, 'termDictionary' | 'thesaurus'>;
}

/** Measurements of a backend for a document: the alternatives and excluded matchers of the plan that match. */
interface MeasuredDocument {
  scores: { alternative: Alternative; score: number }[];
  /** Factor on the scores of typed words: below 1 if the document declares another language. */
  languageFactor: number;
  titleScore: number;
  excluded: Matcher[];
  boosts: { field: string; factor: number }[];
  hasTerm(term: number, part: 'title' | 'texts'): boolean;
  /** Whether the document is tagged with the concept itself. */
  hasConcept(concept: number): boolean;
}

/** Composes the parts from the measurements of any backend. */
export function composeParts(document: MeasuredDocument, query: ExplainedQuery) {
  let metMask = 0;
  const sums = new Map<string, ScorePart & { score: number }>();
  const add = (kind: ScorePart['kind'], text: string, score: number) => {
    getOrInsert(sums, `${kind} ${text}`, () => ({ kind, text, score: 0 })).score += score;
  };
  for (const { alternative, score } of document.scores) {
    const { matcher, requirementMask, isTyped } = alternative;
    metMask |= requirementMask;
    const kind = matcher.kind === 'title' ? 'completion' : matcher.kind;
    add(kind === 'lead' ? 'word' : kind, matchedText(matcher, document, query), score);
    if (isTyped && document.languageFactor < 1) add('language', '', score * (document.languageFactor - 1));
  }
  if (document.titleScore > 0) add('title', '', document.titleScore);
  const parts: ScorePart[] = [...sums.values()].sort((a, b) => b.score - a.score);
  parts.push(...missingParts(query, metMask));
  for (const matcher of document.excluded)
    parts.push({ kind: 'excluded', text: matchedText(matcher, document, query), factor: 0 });
  for (const { field, factor } of document.boosts) parts.push({ kind: 'boost', text: field, factor });
  return { isHit: document.excluded.length === 0 && isEnough(metMask, query.plan), parts };
}

/** One part for each requirement that the document does not meet. */
function missingParts({ input, plan }: ExplainedQuery, metMask: number): ScorePart[] {
  const { requiredMask, threshold, masks } = plan;
  const factors = threshold && missingFactors(threshold);
  const unmet = requiredMask & ~metMask;
  const unmetBits = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (unmet >>> bit) & 1);
  return unmetBits.map((bit) => {
    const [clause] = [...masks].find(([, mask]) => (mask >>> bit) & 1) ?? [];
    const first = clause?.words[0];
    const last = clause?.words.at(-1);
    const text = first && last ? input.slice(first.begin, last.end) : input;
    return { kind: 'missing', text, factor: factors?.[bit] ?? 0 };
  });
}

/** The words or concepts of the document that match. */
function matchedText(
  matcher: Matcher,
  { hasTerm, hasConcept }: MeasuredDocument,
  { language, index: { termDictionary, thesaurus } }: ExplainedQuery,
): string {
  const presentTerms = (terms: readonly number[]) =>
    terms
      .filter((term) => hasTerm(term, matcher.kind === 'title' ? 'title' : 'texts'))
      .slice(0, MAX_NAMES)
      .map((term) => termDictionary.terms.at(term));
  switch (matcher.kind) {
    case 'phrase':
      return matcher.words.map((terms) => presentTerms(terms)[0] ?? '').join(' ');
    case 'concept': {
      const { nearness } = matcher;
      const matching: number[] = [];
      for (let i = 0; i < nearness.length; i++) if (nearness[i]! > 0 && hasConcept(i)) matching.push(i);
      const nearest = matching.sort((a, b) => nearness[b]! - nearness[a]!).slice(0, MAX_NAMES);
      return nearest.map((concept) => thesaurus.label(concept, language)).join(', ');
    }
    default:
      return presentTerms(matcher.terms).sort().join(', ');
  }
}

/** Scores are computed as in a search, for this document alone. Reads all terms of the query. */
export function scoreParts(
  { input, language }: SearchQuery,
  { evaluation, boosts }: { evaluation: Evaluation; boosts: BoostFactors | undefined },
  { reader, document }: { reader: SegmentReader; document: number },
  context: ScoringContext,
): ReturnType<typeof composeParts> {
  const { plan, indexReader, alternatives, excluded } = evaluation;
  const { scratch } = context;
  const segmentIndex = indexReader.segments.indexOf(reader);
  const addScores = matchScorer(evaluation, segmentIndex, context);
  /** The score that `add` gives the document; the scratch is clear afterwards. */
  const addedScore = (add: () => void): number => {
    scratch.requirementsMet[document] = 1;
    add();
    const score = scratch.scores[document]!;
    scratch.scores[document] = 0;
    scratch.requirementsMet[document] = 0;
    return score;
  };
  const scores = alternatives.flatMap((alternative) => {
    const ownPostings = postingsOf(document, alternative.matches[segmentIndex]!);
    const ownMatches = collectMatches(reader, ownPostings, scratch);
    if (ownMatches.documents.length === 0) return [];
    return { alternative, score: addedScore(() => addScores(alternative, ownMatches)) };
  });
  const measuredDocument: MeasuredDocument = {
    scores,
    languageFactor: languageFactor(evaluation, reader.segment)?.(document) ?? 1,
    titleScore: addedScore(() => addTitleScores(evaluation, segmentIndex, context)),
    excluded: plan.excluded.filter((_, i) => excluded[segmentIndex]![i]!.documents.includes(document)),
    boosts: boosts?.factors(reader).map(({ field, factor }) => ({ field, factor: factor(document) })) ?? [],
    hasTerm: (term, part) => {
      const kind = part === 'title' ? 'title' : 'word';
      const postings = postingsFor(reader, { kind, terms: [term] }, context);
      return postingsOf(document, postings).lists.length > 0;
    },
    hasConcept: (concept) => taggedWith(reader.concepts, concept).includes(document),
  };
  return composeParts(measuredDocument, { input, language, plan, index: indexReader });
}
