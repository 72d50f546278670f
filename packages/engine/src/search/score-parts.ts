/** Parts of the score of one document: scores of the alternatives, and factors that reduce the sum. */
import { missingFactors } from '@semantic-search/query';
import { getOrInsert } from '@semantic-search/query/collections';
import type { ScorePart, SearchQuery } from '../api.ts';
import type { SegmentReader } from '../index/reader.ts';
import type { TermLookup } from '../index/term-lookup.ts';
import type { BoostFactors } from '../scoring/boosts.ts';
import { alternativeScorer, isEnough, reduceForeign } from './boolean-scorer.ts';
import type { Evaluation, Execution } from './matching/evaluate.ts';
import type { Matches } from './matching/matches.ts';
import { addTitleScores } from './title-scorer.ts';

const MAX_NAMES = 5;

interface Explained {
  query: Pick<SearchQuery, 'input' | 'language'>;
  evaluation: Evaluation;
  reader: SegmentReader;
  document: number;
  boosts: BoostFactors | undefined;
}

/** Scores are computed as in a search, for this document alone. Reads all terms of the query. */
export function scoreParts(
  explained: Explained,
  execution: Execution,
): { isHit: boolean; parts: ScorePart[] } {
  const { evaluation, reader, document, boosts } = explained;
  const { plan, index } = evaluation;
  const { scratch } = execution;
  const segmentIndex = index.segments.indexOf(reader);
  const addScores = alternativeScorer(evaluation, segmentIndex, execution);
  const measure = (change: () => void, before = 0) => {
    scratch.scores[document] = before;
    change();
    const after = scratch.scores[document]!;
    scratch.scores[document] = 0;
    return after;
  };
  let met = 0;
  const parts = new Map<string, ScorePart & { score: number }>();
  const add = (kind: ScorePart['kind'], text: string, score: number) => {
    getOrInsert(parts, `${kind} ${text}`, () => ({ kind, text, score: 0 })).score += score;
  };
  scratch.requirementsMet[document] = 1;
  const foreign = measure(
    () => reduceForeign(Uint16Array.of(document), evaluation, reader.segment, scratch),
    1,
  );
  for (const [i, { matcher, requirementMask, isTyped }] of plan.alternatives.entries()) {
    const matches = matchOf(evaluation.matches[i]![segmentIndex]!, document);
    if (!matches) continue;
    met |= requirementMask;
    const score = measure(() => addScores(i, matches));
    add(matcher.kind === 'title' ? 'completion' : matcher.kind, matchedText(matcher, explained), score);
    if (isTyped && foreign < 1) add('language', '', score * (foreign - 1));
  }
  const title = measure(() => addTitleScores(evaluation, segmentIndex, execution));
  if (title > 0) add('title', '', title);
  scratch.requirementsMet[document] = 0;
  const excluded = plan.excluded.filter((_, i) => matchOf(evaluation.excluded[segmentIndex]![i]!, document));
  const factors =
    boosts?.factors(reader).map(({ field, factor }) => ({ field, factor: factor(document) })) ?? [];
  return {
    isHit: excluded.length === 0 && isEnough(met, plan),
    parts: [
      ...[...parts.values()].sort((a, b) => b.score - a.score),
      ...missing(explained, met),
      ...excluded.map((matcher) => ({
        kind: 'excluded' as const,
        text: matchedText(matcher, explained),
        factor: 0,
      })),
      ...factors.map(({ field, factor }) => ({ kind: 'boost' as const, text: field, factor })),
    ],
  };
}

function matchOf({ documents, weights, areFrequencies }: Matches, document: number): Matches | undefined {
  const at = documents.indexOf(document);
  if (at < 0) return undefined;
  return {
    documents: documents.subarray(at, at + 1),
    weights: weights.subarray(at, at + 1),
    areFrequencies,
  };
}

/** One part for each requirement that the document does not meet. */
function missing({ query: { input }, evaluation: { plan } }: Explained, met: number): ScorePart[] {
  const { requiredMask, threshold, masks } = plan;
  const factors = threshold && missingFactors(threshold);
  const bits = Array.from({ length: 32 }, (_, bit) => bit).filter(
    (bit) => ((requiredMask & ~met) >>> bit) & 1,
  );
  return bits.map((bit) => {
    const [clause] = [...masks].find(([, mask]) => (mask >>> bit) & 1) ?? [];
    const [first, last] = [clause?.words[0], clause?.words.at(-1)];
    const text = first && last ? input.slice(first.begin, last.end) : input;
    return { kind: 'missing', text, factor: factors?.[bit] ?? 0 };
  });
}

/** The words or concepts of the document that match. */
function matchedText(
  matcher: Evaluation['plan']['alternatives'][number]['matcher'],
  { query, evaluation: { index }, reader, document }: Explained,
): string {
  const { title, body } = reader.core;
  const fields = matcher.kind === 'title' ? [title] : [title, body];
  const present = (terms: readonly number[]) =>
    terms
      .filter((term) => fields.some((field) => hasTerm(field, term, document)))
      .slice(0, MAX_NAMES)
      .map((term) => index.termDictionary.terms.at(term));
  switch (matcher.kind) {
    case 'phrase':
      return matcher.words.map((terms) => present(terms)[0] ?? '').join(' ');
    case 'concept': {
      const { concepts, starts, documents } = reader.concepts;
      const nearness = (i: number) => matcher.nearness[concepts[i]!]!;
      const isTag = (i: number) => documents.subarray(starts[i], starts[i + 1]).includes(document);
      const matching = [...concepts.keys()].filter((i) => nearness(i) > 0 && isTag(i));
      const nearest = matching.sort((a, b) => nearness(b) - nearness(a));
      const labels = nearest.map((i) => index.thesaurus.label(concepts[i]!, query.language));
      return labels.slice(0, MAX_NAMES).join(', ');
    }
    default:
      return present(matcher.terms).join(', ');
  }
}

function hasTerm(field: TermLookup, term: number, document: number): boolean {
  const { starts, documents } = field.postings;
  return field
    .ordinals([term])
    .some((ordinal) => documents.subarray(starts[ordinal], starts[ordinal + 1]).includes(document));
}
