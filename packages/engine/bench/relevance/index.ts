/**
 * Relevance benchmark on judged collections: `pnpm --filter @semantic-search/engine relevance`.
 *
 * Reports nDCG@10 and recall@100 by query class, and the reciprocal rank of documents for their sentences, in comparison with plain BM25,
 * and F1@5 of concept extraction. The last line is JSON.
 */
import { table } from '../table.ts';
import { extractFromRecords } from './concept-tagging.ts';
import { goals } from './goals.ts';
import {
  cacm,
  cranfield,
  fieldGuide,
  hasSharedData,
  sharedData,
  thesauri,
  topics,
} from './judged-collections.ts';
import { findKnownItems } from './known-items.ts';
import { extractFromParallelNotes } from './parallel-notes.ts';
import { type RankingFigures, rankCollection } from './ranking.ts';

if (hasSharedData) await report();
else console.log(`Skipped: no development data in ${sharedData}.`);

async function report(): Promise<void> {
  const collections = [
    await rankCollection(cranfield()),
    await rankCollection(cacm()),
    await rankCollection(topics(false), thesauri.economics),
    await rankCollection(topics(true), thesauri.economics),
  ];
  const rowOf = (each: RankingFigures) => [
    each.class,
    each.queries,
    each.plain,
    each.engine,
    each.plainRecall,
    each.engineRecall,
  ];
  for (const { name, overall, classes } of collections) {
    const rows = [...overall, ...classes].map(rowOf);
    console.log(
      `\n${table([name, 'queries', 'BM25: nDCG@10', 'engine', 'BM25: recall@100', 'engine'], rows)}`,
    );
  }
  const knownItems = [
    await findKnownItems(cranfield(), 3),
    await findKnownItems(cacm(), 2),
    await findKnownItems(topics(false), 12, thesauri.economics),
    await findKnownItems(topics(true), 12, thesauri.economics),
    await findKnownItems(fieldGuide(), 1, thesauri.fieldGuide),
  ];
  const knownItemRows = knownItems.map((each) => [
    each.name,
    each.sentences,
    each.plain,
    each.engine,
    each.confidence,
  ]);
  const knownItemHeadings = [
    'documents by a sentence',
    'sentences',
    'BM25: MRR',
    'engine',
    '± of difference',
  ];
  console.log(`\n${table(knownItemHeadings, knownItemRows)}`);
  const { figures: extracted, documentsPerSecond, trainingMs } = await extractFromRecords();
  const rows = extracted.map((each) => [
    `${each.texts} (${each.language})`,
    each.count,
    each.untrained,
    each.trained,
    each.ceiling,
  ]);
  console.log(`\n${table(['F1@5 of extraction', 'texts', 'by rule', 'trained', 'perfect choice'], rows)}`);
  const notes = (await extractFromParallelNotes()).map(Object.values) as [string, number, number][];
  console.log(`\n${table(['extraction by rule', 'texts', 'agreement with English'], notes)}`);
  const figures = {
    ndcg: Object.fromEntries(collections.map(({ name, overall }) => [name, overall[0]!.engine])),
    recall: Object.fromEntries(collections.map(({ name, overall }) => [name, overall[0]!.engineRecall])),
    mrr: Object.fromEntries(knownItems.map(({ name, engine }) => [name, engine])),
    f1: Object.fromEntries(
      extracted.map(({ texts, language, trained }) => [`${texts} ${language}`, trained]),
    ),
    documentsPerSecond: Math.round(documentsPerSecond),
    trainingMs: Math.round(trainingMs),
    goals,
  };
  console.log(`\n${JSON.stringify(figures)}`);
}
