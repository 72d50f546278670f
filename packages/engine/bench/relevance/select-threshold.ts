/**
 * Selects the threshold of relaxed queries: `node packages/engine/bench/relevance/select-threshold.ts`.
 *
 * Cross-validation over three collections: the shares that are best on two collections are measured on the third.
 */
import { join } from 'node:path';
import type { ThresholdShares } from '@semantic-search/query';
import { table } from '../table.ts';
import { cacm, cranfield, sharedData, topics } from './judged-collections.ts';
import { type RankingFigures, rankCollection } from './ranking.ts';

const candidates: ThresholdShares[] = [0.15, 0.2, 0.3, 0.4, 0.5].flatMap((ofTotal) =>
  [0.3, 0.5, 0.7, 0.85, 1].map((ofLargest) => ({ ofTotal, ofLargest })),
);
const thesaurus = join(sharedData, 'economics/stw.ttl');
const collections = [
  { collection: cacm(), options: {} },
  { collection: cranfield(), options: {} },
  { collection: topics(false), options: { thesaurus } },
];

const measured: { threshold: ThresholdShares; figures: RankingFigures[] }[] = [];
for (const threshold of candidates) {
  const figures: RankingFigures[] = [];
  for (const { collection, options } of collections) {
    const { overall } = await rankCollection(collection, { ...options, settings: { threshold } });
    figures.push(overall[0]!);
  }
  measured.push({ threshold, figures });
}

const headings = [
  'of total',
  'of largest',
  ...collections.flatMap(({ collection }) => [collection.name, 'recall', 'total']),
];
const rows = measured.map(({ threshold, figures }) => [
  threshold.ofTotal,
  threshold.ofLargest,
  ...figures.flatMap(({ engine, engineRecall, total }) => [engine, engineRecall, Math.round(total)]),
]);
console.log(table(headings, rows));

/** Mean nDCG@10 and recall@100 over collections, relative to the best candidate of each. */
function quality(figures: RankingFigures[], indices: number[]): number {
  const best = (of: 'engine' | 'engineRecall', i: number) =>
    Math.max(...measured.map((each) => each.figures[i]![of]));
  const relative = indices.flatMap((i) => [
    figures[i]!.engine / best('engine', i),
    figures[i]!.engineRecall / best('engineRecall', i),
  ]);
  return relative.reduce((sum, value) => sum + value, 0) / relative.length;
}

function bestOn(indices: number[]) {
  return measured.toSorted((a, b) => quality(b.figures, indices) - quality(a.figures, indices))[0]!;
}

const all = collections.map((_, i) => i);
const folds = all.map((held) => {
  const { threshold, figures } = bestOn(all.filter((i) => i !== held));
  const { engine, engineRecall } = figures[held]!;
  return [collections[held]!.collection.name, threshold.ofTotal, threshold.ofLargest, engine, engineRecall];
});
console.log(`\n${table(['held out', 'of total', 'of largest', 'nDCG@10', 'recall@100'], folds)}`);
console.log(`\n${JSON.stringify({ best: bestOn(all).threshold })}`);
