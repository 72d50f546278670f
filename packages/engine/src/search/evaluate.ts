/** Evaluates the alternatives of a query plan: matches, rarity, and order of combination. */

import type { Alternative, QueryPlan } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/util';
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import type { MatchBuffer } from './match-buffer.ts';
import { matchesIn } from './matcher.ts';
import { prefetchPostings } from './postings-prefetch.ts';
import { wordFrequency } from './term-matcher.ts';

export interface Evaluation {
  /** By way, then by part. */
  matches: Looked[][];
  /** Weight of a way: its boost by how rare its matches are. */
  weights: number[];
  /** The ways as they are weighed: first all that meet the requirement which the fewest matches meet. */
  order: number[];
  /** How many those are, where all requirements are to be met: a document that has none of their matches cannot meet them. */
  narrowing: number;
  /** Where some requirements are enough, those of which a document must meet one. */
  telling: number;
  /** By part: documents that are not wanted. */
  excluded: MatchBuffer[][];
}

/** Where words were only counted, `found` is null. */
interface Looked {
  frequency: number;
  found: MatchBuffer | null;
}

/** `minimum`: how many of the requirements a document has to meet. */
export function evaluate(
  plan: QueryPlan,
  minimum: number,
  reader: IndexReader,
  signal?: AbortSignal,
): Evaluation {
  const { segments, documents } = reader;
  const requirements = bitCount(plan.requiredMask);
  const isComplete = minimum >= requirements;
  // Which of several words is the rarest is known when all are counted. The others are then looked for only there.
  const isCounting = requirements > 1 && isComplete;
  prefetchPostings(reader, fewWords(plan));
  const matches = plan.alternatives.map((way) =>
    segments.map((part) => {
      signal?.throwIfAborted();
      return isCounting ? counted(part, way) : looked(part, way);
    }),
  );
  const frequencies = matches.map((found) => found.reduce((sum, { frequency }) => sum + frequency, 0));
  const weights = frequencies.map((frequency, way) => {
    const rarity = Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
    return plan.alternatives[way]!.weight * rarity;
  });
  const excluded = segments.map((part) => plan.excluded.map((matcher) => matchesIn(part, matcher)));
  const { order, first } = rarestFirst(plan, frequencies);
  const telling = tellingAmong(plan, frequencies, documents);
  return { matches, weights, order, narrowing: isComplete ? first : order.length, telling, excluded };
}

/**
 * Requirements that no way meets in more than half of the documents: to meet others alone is no answer. All, where nothing
 * meets such ones.
 */
function tellingAmong(
  { alternatives: ways, requiredMask: required }: QueryPlan,
  frequencies: number[],
  documents: number,
): number {
  let common = 0;
  ways.forEach(({ clauseMask: bits }, way) => {
    if (frequencies[way]! * 2 > documents) common |= bits;
  });
  const telling = required & ~common;
  const isMet = ways.some(({ clauseMask: bits }, way) => (bits & telling) !== 0 && frequencies[way]! > 0);
  return isMet ? telling : required;
}

/** The forms of a word. More words, as those that begin with some letters, are found almost as quickly as counted. */
const mostCounted = 16;

function fewWords({ alternatives: ways }: QueryPlan): number[] {
  const groups = ways.flatMap(({ matcher }) =>
    matcher.kind === 'word' ? [matcher.terms] : matcher.kind === 'phrase' ? matcher.words : [],
  );
  return groups.filter(({ length }) => length <= mostCounted).flat();
}

function counted(part: SegmentReader, way: Alternative): Looked {
  const { matcher } = way;
  if (matcher.kind !== 'word' || matcher.terms.length > mostCounted) return looked(part, way);
  return { frequency: wordFrequency(part, matcher.terms), found: null };
}

function looked(part: SegmentReader, { matcher }: Alternative): Looked {
  const found = matchesIn(part, matcher);
  return { frequency: found.documents.length, found };
}

/** The same for all parts, so that what is added up for a document does not depend on how the index is divided. */
function rarestFirst({ alternatives: ways, requiredMask: required }: QueryPlan, frequencies: number[]) {
  const bits = Array.from({ length: 32 }, (_, i) => 1 << i).filter((bit) => (required & bit) !== 0);
  const matching = (bit: number) =>
    frequencies.reduce((sum, frequency, way) => sum + (ways[way]!.clauseMask & bit ? frequency : 0), 0);
  const rarest = bits.sort((a, b) => matching(a) - matching(b))[0] ?? 0;
  const isFirst = (way: number) => (ways[way]!.clauseMask & rarest) !== 0;
  const all = [...ways.keys()];
  const first = all.filter(isFirst);
  return { order: [...first, ...all.filter((way) => !isFirst(way))], first: first.length };
}
