/** Best documents by evidence: words score by BM25, concepts by their weight. */
import { rowAt } from '../index/compact-array.ts';
import { taggedWith } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/reader.ts';
import { matchesOf } from '../search/matching/matches.ts';
import { DEFAULT_RANKING } from '../search/matching/ranking.ts';
import type { SearchScratch } from '../search/matching/search-scratch.ts';
import type { SearcherContext } from '../search/searcher.ts';
import { type Hit, topByScore } from '../search/top-k.ts';
import type { TermEvidence } from './term-selection.ts';

/** The usual BM25 parameters, because the parameters of searches are tuned for short queries, not for documents. */
const K1 = 1.2;
const B = 0.75;

interface EvidenceQuery {
  evidence: readonly TermEvidence[];
  count: number;
  /** Whether a live document may be a hit. */
  accepts(reader: SegmentReader, document: number): boolean;
  signal: AbortSignal | undefined;
}

/** The `count` documents with the highest sum of evidence; ties in tie-break order. */
export function bestByEvidence(
  query: EvidenceQuery,
  space: Pick<SearcherContext, 'index' | 'scratch'>,
): Hit[] {
  const { evidence, count, accepts, signal } = query;
  const { segments, averageLength } = space.index.reader;
  const { scratch } = space;
  const { scores, candidates } = scratch;
  const top = topByScore(count);
  for (const reader of segments) {
    signal?.throwIfAborted();
    let candidateCount = 0;
    for (const termEvidence of evidence) {
      const { documents, termScores } = scoredMatches(reader, termEvidence, averageLength, scratch);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i]!;
        if (scores[document] === 0) candidates[candidateCount++] = document;
        scores[document]! += termScores[i]!;
      }
    }
    const scored = candidates.subarray(0, candidateCount);
    const isHit = (document: number) => reader.deleted?.[document] !== 1 && accepts(reader, document);
    top.add(reader, scored.filter(isHit), scores);
    for (const document of scored) scores[document] = 0;
  }
  return top.hits;
}

/** Documents with a word or concept, and its score in each. A concept scores less in documents with many subjects. */
function scoredMatches(
  reader: SegmentReader,
  { find, weight }: TermEvidence,
  averageLength: number,
  scratch: SearchScratch,
): { documents: Uint16Array; termScores: Float32Array } {
  const { lengths, subjects } = reader.segment;
  if ('concept' in find) {
    const tagged = taggedWith(reader.concepts, find.concept);
    const termScores = new Float32Array(tagged.length);
    for (let i = 0; i < tagged.length; i++)
      termScores[i] = weight / Math.sqrt(rowAt(subjects, tagged[i]!).length);
    return { documents: tagged, termScores };
  }
  const context = { scratch, ranking: DEFAULT_RANKING };
  const { documents, weights } = matchesOf(reader, { kind: 'word', terms: find.forms }, context);
  const perLength = (K1 * B) / averageLength;
  for (let i = 0; i < documents.length; i++) {
    const frequency = weights[i]!;
    weights[i] = (weight * frequency) / (frequency + K1 * (1 - B) + perLength * lengths[documents[i]!]!);
  }
  return { documents, termScores: weights };
}
