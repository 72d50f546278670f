/** Ranking quality of a search space on a judged collection, in comparison with plain BM25. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RankingSettings } from '../../src/api.ts';
import { openSpace } from '../../src/building-blocks.ts';
import type { WritableSpace } from '../../src/index.ts';
import { everything } from '../../test/support/queries.ts';
import type { Collection, JudgedQuery } from './judged-collections.ts';
import { plainBm25 } from './plain-bm25.ts';
import { ndcg, recall } from './ranking-measures.ts';

/** Means over the queries of a class; recall is recall@100. */
export interface RankingFigures {
  class: string;
  queries: number;
  /** nDCG@10 of plain BM25. */
  plain: number;
  /** nDCG@10 of the engine. */
  engine: number;
  plainRecall: number;
  engineRecall: number;
  /** Mean number of results. */
  total: number;
}

export interface RankedCollection {
  name: string;
  /** All queries, then those for tuning and for testing. */
  overall: RankingFigures[];
  classes: RankingFigures[];
}

/** Documents written at a time. */
const BATCH_SIZE = 500;

/** A query with its own figures. */
type Judged = JudgedQuery & Omit<RankingFigures, 'class' | 'queries'>;

/** `thesaurus` is a file in Turtle. */
export async function rankCollection(collection: Collection, thesaurus?: string): Promise<RankedCollection> {
  const [ranked] = await rankWithSettings(collection, thesaurus, [{}]);
  return ranked!;
}

/** Indexes the collection once, and measures each of the settings. */
export async function rankWithSettings(
  collection: Collection,
  thesaurus: string | undefined,
  candidates: RankingSettings[],
): Promise<RankedCollection[]> {
  return withIndex(collection, thesaurus, async (directory) => {
    const ranked: RankedCollection[] = [];
    const space = await openSpace(directory);
    for (const ranking of candidates)
      ranked.push(averagesOf(collection.name, await judgedQueries(collection, space, ranking)));
    await space.close();
    return ranked;
  });
}

/** Indexes the collection in a temporary directory. */
export async function withIndex<Result>(
  collection: Collection,
  thesaurus: string | undefined,
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'relevance-'));
  try {
    await index(collection, thesaurus, directory);
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function index({ documents }: Collection, thesaurus: string | undefined, directory: string) {
  const space = await openSpace(directory);
  if (thesaurus) await space.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
  for (let from = 0; from < documents.length; from += BATCH_SIZE)
    await space.put(documents.slice(from, from + BATCH_SIZE));
  await space.close();
}

async function judgedQueries(
  { documents, queries, grades }: Collection,
  space: WritableSpace,
  ranking: RankingSettings,
) {
  const plain = plainBm25(documents);
  const judged: Judged[] = [];
  for (const query of queries) {
    const gradesOfQuery = grades.get(query.id);
    if (!gradesOfQuery || ![...gradesOfQuery.values()].some((grade) => grade > 0)) continue;
    const { text, language } = query;
    const { documents: found, total } = await space.search({
      ...everything,
      summaryLength: 0,
      count: 100,
      input: text,
      ranking,
      ...(language ? { language } : {}),
    });
    const ranked = found.map(({ id }) => id);
    const rankedByPlain = plain(text, language);
    judged.push({
      ...query,
      total,
      engine: ndcg(ranked, gradesOfQuery),
      plain: ndcg(rankedByPlain, gradesOfQuery),
      engineRecall: recall(ranked, gradesOfQuery),
      plainRecall: recall(rankedByPlain, gradesOfQuery),
    });
  }
  return judged;
}

function averagesOf(name: string, judged: Judged[]): RankedCollection {
  const byClass = Map.groupBy(judged, (query) => query.class);
  const splitOf = (split: JudgedQuery['split']) => judged.filter((query) => query.split === split);
  return {
    name,
    overall: [
      averageOf('all', judged),
      averageOf('tuning', splitOf('tuning')),
      averageOf('testing', splitOf('testing')),
    ],
    classes: [...byClass.keys()].sort().map((each) => averageOf(each, byClass.get(each)!)),
  };
}

function averageOf(name: string, judged: Judged[]): RankingFigures {
  const average = (figure: Exclude<keyof RankingFigures, 'class' | 'queries'>) =>
    judged.reduce((sum, query) => sum + query[figure], 0) / judged.length;
  return {
    class: name,
    queries: judged.length,
    plain: average('plain'),
    engine: average('engine'),
    plainRecall: average('plainRecall'),
    engineRecall: average('engineRecall'),
    total: average('total'),
  };
}
