/** Ranking of a search space: its settings, and the weights and lengths that scoring derives from them. */
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_QUERY_SETTINGS } from '@semantic-search/query';
import { getOrInsert } from '@semantic-search/query/collections';
import type { CompleteRankingSettings, FieldWeights, RankingSettings } from '../../api.ts';
import type { IndexReader } from '../../index/reader.ts';
import { type Postings, type Segment, TITLE_WEIGHT } from '../../index/segment.ts';
import { type Bm25Parameters, DEFAULT_BM25 } from '../../scoring/bm25.ts';

/** Turns weights, which are multiples of 0.1, into whole numbers. */
const WEIGHT_SCALE = 10;

export const DEFAULT_RANKING_SETTINGS: CompleteRankingSettings = {
  k1: DEFAULT_BM25.k1,
  b: DEFAULT_BM25.b,
  fields: { title: TITLE_WEIGHT, text: 1 },
  threshold: DEFAULT_QUERY_SETTINGS.threshold,
};

/** Later settings replace members of earlier ones. */
export function completeRanking(...settings: RankingSettings[]): CompleteRankingSettings {
  let { k1, b, fields, threshold } = DEFAULT_RANKING_SETTINGS;
  for (const override of settings) {
    k1 = override.k1 ?? k1;
    b = override.b ?? b;
    fields = { ...fields, ...override.fields };
    threshold = { ...threshold, ...override.threshold };
  }
  return { k1, b, fields, threshold };
}

/** Ranking settings in the form that scoring needs. */
export interface Ranking {
  bm25: Bm25Parameters;
  /** Field weights, multiplied by `bm25.scale`: whole numbers, so that sums of frequencies are exact. */
  weights: { title: number; body: number };
  /** Factor of completions and leads in titles, at most 1: less if titles weigh less than by default, relative to texts. */
  titleFactor: number;
  /** Length of each document: its words, each multiplied by the weight of its field. */
  lengths(segment: Segment): Uint16Array | Float32Array;
  averageLength(reader: IndexReader): number;
}

export const DEFAULT_RANKING: Ranking = {
  bm25: DEFAULT_BM25,
  weights: { title: TITLE_WEIGHT, body: 1 },
  titleFactor: 1,
  lengths: ({ lengths }) => lengths,
  averageLength: ({ averageLength }) => averageLength,
};

/** Default field weights need no lengths of their own: segments store the lengths for these weights. */
export function rankingOf({ k1, b, fields }: CompleteRankingSettings): Ranking {
  if (isDeepStrictEqual(fields, DEFAULT_RANKING_SETTINGS.fields))
    return { ...DEFAULT_RANKING, bm25: { k1, b, scale: 1 } };
  const weights = {
    title: Math.round(fields.title * WEIGHT_SCALE),
    body: Math.round(fields.text * WEIGHT_SCALE),
  };
  return {
    ...weightedLengths(weights),
    bm25: { k1, b, scale: WEIGHT_SCALE },
    weights,
    titleFactor: titleFactor(fields),
  };
}

export function titleFactor({ title, text }: FieldWeights): number {
  return Math.min(1, title / text / TITLE_WEIGHT);
}

/** Segments store lengths with the default weights; others are computed on first use. */
function weightedLengths(weights: Ranking['weights']): Pick<Ranking, 'lengths' | 'averageLength'> {
  const lengthsBySegment = new WeakMap<Segment, Float32Array>();
  const averages = new WeakMap<IndexReader, number>();

  /** Whole numbers, so that their sum does not depend on the segmentation. */
  function lengths(segment: Segment): Float32Array {
    return getOrInsert(lengthsBySegment, segment, () => {
      const computed = Float32Array.from(segment.lengths, (length) => length * WEIGHT_SCALE);
      addLengths(segment.title, weights.title - WEIGHT_SCALE * DEFAULT_RANKING.weights.title, computed);
      addLengths(segment.body, weights.body - WEIGHT_SCALE * DEFAULT_RANKING.weights.body, computed);
      return computed.map((length) => Math.max(0, length));
    });
  }

  function average({ segments, documents }: IndexReader): number {
    let sum = 0;
    for (const { segment, deleted } of segments) {
      const segmentLengths = lengths(segment);
      for (let i = 0; i < segment.size; i++) sum += deleted?.[i] === 1 ? 0 : segmentLengths[i]!;
    }
    return documents === 0 ? WEIGHT_SCALE : Math.max(WEIGHT_SCALE, sum / documents);
  }

  return { lengths, averageLength: (reader) => getOrInsert(averages, reader, () => average(reader)) };
}

/** Adds the number of words of a field, times `weight`. Words with special characters count as their subwords, too. */
function addLengths({ documents, frequencies }: Postings, weight: number, lengths: Float32Array): void {
  if (weight === 0) return;
  for (let i = 0; i < documents.length; i++) lengths[documents[i]!]! += weight * frequencies[i]!;
}
