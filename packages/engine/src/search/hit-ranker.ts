/** Order of the hits of a pass: by scores and boosts, by a hybrid ranking, or by a column. */
import type { QueryPlan } from '@semantic-search/query';
import { normalize } from '@semantic-search/query/analysis';
import { getOrInsert } from '@semantic-search/query/collections';
import type { SearchQuery } from '../api.ts';
import type { QueriedIndex, SegmentReader } from '../index/reader.ts';
import { compareTies } from '../index-writing/tie-break-order.ts';
import type { BoostFactors } from '../scoring/boosts.ts';
import type { Database } from '../storage/database.ts';
import { attributeOrder } from './attribute-order.ts';
import { HybridRanking } from './hybrid-ranking.ts';
import { type HybridSearch, MAX_CANDIDATES } from './nearest-documents.ts';
import { type Hit, type TitleOf, TopK, topByScore } from './top-k.ts';

/** Collects hits segment by segment, and returns the first ones in order. */
interface HitRanker {
  /** `scores` are by document; boosts may change them. */
  add(reader: SegmentReader, documents: Uint16Array, scores: Float32Array): void;
  firstHits(): Hit[];
}

export interface RankingContext {
  query: SearchQuery;
  index: QueriedIndex;
  database: Database;
  hybrid: HybridSearch | undefined;
  boosts: BoostFactors | undefined;
}

/** Throws `unknown-facet`. */
export function hitRanker({ requiredMask }: QueryPlan, context: RankingContext): HitRanker {
  const { query, index, database, hybrid, boosts } = context;
  const { sort, start, count } = query;
  const end = start + count;
  const isByScore = sort.field === 'relevance' && sort.direction === 'desc' && requiredMask !== 0;
  if (hybrid && isByScore && count > 0) {
    const ranking = new HybridRanking(hybrid, topByScore(Math.max(end, MAX_CANDIDATES)));
    return {
      add: (reader, documents, scores) => ranking.add(reader, documents, scores),
      // Boosts apply to the mixed scores.
      firstHits: () => withBoosts(ranking.ranked(), boosts).slice(0, end),
    };
  }
  const top = new TopK(end, sort, titleReader(database), attributeOrder(query, index.reader));
  return {
    add(reader, documents, scores) {
      const factorOf = boosts?.product(reader);
      // Without words in the query, the boosts alone are the scores.
      if (factorOf)
        for (const document of documents)
          scores[document] = (requiredMask === 0 ? 1 : scores[document]!) * factorOf(document);
      top.add(reader, documents, scores);
    },
    firstHits: () => top.hits,
  };
}

function withBoosts(hits: Hit[], boosts: BoostFactors | undefined): Hit[] {
  if (!boosts) return hits;
  return hits
    .map((hit) => ({ ...hit, score: hit.score * boosts.product(hit.reader)(hit.document) }))
    .sort((a, b) => b.score - a.score || compareTies(a, b));
}

/** Reads titles only if their sort keys are equal. */
function titleReader(database: Database): TitleOf {
  const titles = new Map<number, string>();
  return (reader, document) => {
    const key = reader.segment.keys[document]!;
    return getOrInsert(titles, key, () => normalize(database.byKey(key)?.content.title ?? ''));
  };
}
