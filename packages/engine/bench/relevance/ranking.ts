/** Ranking quality of a search space on a judged collection, in comparison with plain BM25. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryOptions } from '@semantic-search/query';
import { ndcg, recall } from '../../src/evaluation/ranking-measures.ts';
import { openSpace, type WritableSpace } from '../../src/index.ts';
import { everything } from '../../test/support/queries.ts';
import type { Collection, JudgedQuery } from './judged-collections.ts';
import { plainBm25 } from './plain-bm25.ts';

/** Mean nDCG@10 and recall@100. */
export interface RankingFigures {
  class: string;
  queries: number;
  plain: number;
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

type Judged = JudgedQuery & Omit<RankingFigures, 'class' | 'queries'>;

/** `thesaurus` is a file in Turtle. */
export async function rankCollection(
  collection: Collection,
  { thesaurus, settings = {} }: { thesaurus?: string; settings?: Partial<QueryOptions> } = {},
): Promise<RankedCollection> {
  const directory = mkdtempSync(join(tmpdir(), 'relevance-'));
  const space = await openSpace(directory, { settings });
  try {
    if (thesaurus) await space.replaceThesaurus(createReadStream(thesaurus), 'text/turtle');
    for (let at = 0; at < collection.documents.length; at += 500) {
      await space.put(collection.documents.slice(at, at + 500));
    }
    return averagesOf(collection.name, await judgedQueries(collection, space));
  } finally {
    await space.close();
    rmSync(directory, { recursive: true });
  }
}

async function judgedQueries({ documents, queries, grades }: Collection, space: WritableSpace) {
  const plain = plainBm25(documents);
  const judged: Judged[] = [];
  for (const query of queries) {
    const own = grades.get(query.id);
    if (!own || ![...own.values()].some((grade) => grade > 0)) continue;
    const { text, language } = query;
    const { documents: found, total } = await space.search({
      ...everything,
      summaryLength: 0,
      count: 100,
      input: text,
      ...(language ? { language } : {}),
    });
    const ranked = found.map(({ id }) => id);
    const rankedByPlain = plain(text, language);
    judged.push({
      ...query,
      total,
      engine: ndcg(ranked, own),
      plain: ndcg(rankedByPlain, own),
      engineRecall: recall(ranked, own),
      plainRecall: recall(rankedByPlain, own),
    });
  }
  return judged;
}

function averagesOf(name: string, judged: Judged[]): RankedCollection {
  const classes = [...new Set(judged.map((each) => each.class))].sort();
  const split = (which: JudgedQuery['split']) => judged.filter((each) => each.split === which);
  return {
    name,
    overall: [
      averageOf('all', judged),
      averageOf('tuning', split('tuning')),
      averageOf('testing', split('testing')),
    ],
    classes: classes.map((each) =>
      averageOf(
        each,
        judged.filter((query) => query.class === each),
      ),
    ),
  };
}

function averageOf(name: string, judged: Judged[]): RankingFigures {
  const average = (of: Exclude<keyof RankingFigures, 'class' | 'queries'>) =>
    judged.reduce((sum, each) => sum + each[of], 0) / judged.length;
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
