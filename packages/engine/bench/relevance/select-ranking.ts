/**
 * Selection of the default ranking settings.
 *
 * Run `node packages/engine/bench/relevance/select-ranking.ts threshold | bm25`.
 *
 * Cross-validation over three collections: the settings that are best on two collections are measured on the third.
 */
import type { RankingSettings } from '../../src/api.ts';
import { table } from '../table.ts';
import { cacm, cranfield, thesauri, topics } from './judged-collections.ts';
import { type RankingFigures, rankWithSettings } from './ranking.ts';

const combine = <One, Other>(ones: One[], others: Other[]) =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

const candidateSets: Record<string, RankingSettings[]> = {
  threshold: combine([0.15, 0.2, 0.3, 0.4, 0.5], [0.3, 0.5, 0.7, 0.85, 1]).map(([ofTotal, ofLargest]) => ({
    threshold: { ofTotal, ofLargest },
  })),
  bm25: combine([1.2, 1.6, 2], combine([0.6, 0.7, 0.8], [1, 2, 3])).map(([k1, [b, title]]) => ({
    k1,
    b,
    fields: { title },
  })),
};

const candidates = candidateSets[process.argv[2] ?? ''];
if (!candidates) throw new Error(`Expected one of: ${Object.keys(candidateSets).join(', ')}`);

const thesaurus = thesauri.economics;
const collections = [cacm(), cranfield(), topics(false)];
/** By collection and candidate. */
const measured: RankingFigures[][] = [];
for (const collection of collections) {
  const ranked = await rankWithSettings(
    collection,
    collection.name === 'topics' ? thesaurus : undefined,
    candidates,
  );
  measured.push(ranked.map(({ overall }) => overall[0]!));
}

const nameOf = (settings: RankingSettings) => JSON.stringify(settings).replaceAll(/["{}]/g, '');
const headings = ['settings', ...collections.flatMap(({ name }) => [name, 'recall', 'total'])];
const rows = candidates.map((settings, candidate) => [
  nameOf(settings),
  ...measured.flatMap((figures) => {
    const { engine, engineRecall, total } = figures[candidate]!;
    return [engine, engineRecall, Math.round(total)];
  }),
]);
console.log(table(headings, rows));

/** Mean nDCG@10 and recall@100 over collections, relative to the best candidate of each. */
function quality(candidate: number, indices: number[]): number {
  const relative = indices.flatMap((i) => {
    const figures = measured[i]!;
    const best = (of: 'engine' | 'engineRecall') => Math.max(...figures.map((each) => each[of]));
    const { engine, engineRecall } = figures[candidate]!;
    return [engine / best('engine'), engineRecall / best('engineRecall')];
  });
  return relative.reduce((sum, value) => sum + value, 0) / relative.length;
}

function bestOn(indices: number[]): number {
  const numbers = candidates!.map((_, candidate) => candidate);
  return numbers.toSorted((a, b) => quality(b, indices) - quality(a, indices))[0]!;
}

const all = collections.map((_, i) => i);
const folds = all.map((held) => {
  const best = bestOn(all.filter((i) => i !== held));
  const { engine, engineRecall } = measured[held]![best]!;
  return [collections[held]!.name, nameOf(candidates[best]!), engine, engineRecall];
});
console.log(`\n${table(['held out', 'settings', 'nDCG@10', 'recall@100'], folds)}`);
console.log(`\n${JSON.stringify({ best: candidates[bestOn(all)] })}`);
