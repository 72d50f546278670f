/** Section of docs/scaling.md on the cost model and its validation against held-back measurements. */

import { layoutName } from '../layouts.ts';
import type { Measurements } from '../measurements.ts';
import { hitRate, repeatedShare } from '../model/caching.ts';
import {
  type CostModel,
  fitCostModel,
  pointOf,
  splitHeldBack,
  validateCostModel,
} from '../model/cost-model.ts';
import { fitHeapModel, predictedHeap } from '../model/heap-model.ts';
import { fitWriteModel, validateWriteModel } from '../model/writing-model.ts';
import { classNames, largestOf } from './largest.ts';
import { markdownTable, percent, signed } from './markdown.ts';

/** Maximum relative error of the model over all query classes. */
export const MAX_RELATIVE_ERROR = 0.3;

export function modelSection(measurements: Measurements): string[] {
  const classes = classNames(largestOf(measurements.clusters));
  return [
    '## Cost model',
    '',
    '**Search.** The processor time of a search on the nodes is modeled as *fixed + shards × per shard + remote shards × per remote',
    'shard + documents × per document*, fitted by least squares of relative errors. A search uses one copy of each shard, so the number',
    'of copies is not a parameter. Held back for validation: all layouts with several copies, and the largest number of documents',
    'of each other layout:',
    '',
    ...errorsTable(measurements),
    ...errorsByClass(measurements, classes),
    'The parameters, in milliseconds of processor time, fitted without the held-back data and (*) to all data:',
    '',
    ...modelTable(measurements, [...classes, 'all']),
    ...writeModelParagraph(measurements),
    ...heapModelParagraph(measurements),
    ...cachingModelParagraph(measurements),
  ];
}

function errorsTable({ clusters }: Measurements): string[] {
  const rows = validateCostModel(clusters, 'all').map((each) => [
    layoutName(each),
    each.documents.toLocaleString('en'),
    each.prediction,
    each.cost,
    signed(each.error),
  ]);
  return markdownTable(
    ['nodes × shards × copies', 'documents', 'predicted, ms', 'measured, ms', 'error'],
    rows,
  );
}

function errorsByClass({ clusters }: Measurements, classes: string[]): string[] {
  const all = classes.map((name) => ({ name, rows: validateCostModel(clusters, name) }));
  const rows = all.map(({ name, rows: some }) => {
    const sizes = some.map(({ error }) => Math.abs(error));
    const worst = some.reduce((most, each) => (Math.abs(each.error) > Math.abs(most.error) ? each : most));
    const beyond = sizes.filter((size) => size > MAX_RELATIVE_ERROR).length;
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const where = `${layoutName(worst)} × ${worst.documents.toLocaleString('en')}`;
    return [name, percent(mean), `${beyond} of ${sizes.length}`, signed(worst.error), where];
  });
  return [
    `These are all query classes together; a test checks that the error stays below ${percent(MAX_RELATIVE_ERROR)}. For single classes the model is less accurate:`,
    '',
    ...markdownTable(
      ['class', 'mean error', `over ${percent(MAX_RELATIVE_ERROR)}`, 'worst', 'layout of the worst'],
      rows,
    ),
  ];
}

export function modelsOf({ clusters }: Measurements, name: string) {
  const model = (some: typeof clusters) => fitCostModel(some.map((each) => pointOf(each, name)));
  return { ofKept: model(splitHeldBack(clusters).kept), ofAll: model(clusters) };
}

function modelTable(measurements: Measurements, classes: string[]): string[] {
  const parts = ({ fixed, perShard, perShardElsewhere, perDocument }: CostModel) => [
    fixed,
    perShard,
    perShardElsewhere,
    1e6 * perDocument,
  ];
  const rows = classes.map((name) => {
    const { ofKept, ofAll } = modelsOf(measurements, name);
    return [name, ...parts(ofKept), ...parts(ofAll)];
  });
  const header = ['fixed', 'per shard', 'per remote shard', 'per million documents'];
  return markdownTable(['class', ...header, ...header.map((each) => `${each} *`)], rows);
}

function writeModelParagraph({ clusters }: Measurements): string[] {
  const { fixed, perCopy, perShard } = fitWriteModel(clusters);
  const parts = [1000 * fixed, 1000 * perCopy, 1000 * perShard].map((part) => Math.round(part));
  const checks = validateWriteModel(clusters).map((each) => `${layoutName(each)}: ${signed(each.error)}`);
  return [
    `**Writes.** A thousand documents cost the nodes ${parts[0]} ms, plus ${parts[1]} ms per copy and ${parts[2]} ms per copy of each shard, in batches`,
    'of 2,500. Fitted to one and two copies, the model predicts three copies with these errors: ' +
      `${checks.join('; ')}.`,
    '',
  ];
}

function heapModelParagraph({ memory }: Measurements): string[] {
  const model = fitHeapModel(memory.filling);
  const mb = (bytes: number) => (bytes / 1e6).toPrecision(2);
  const checks = memory.searched.map(({ shards, documents, heap }) =>
    signed(predictedHeap(model, shards, documents) / heap - 1),
  );
  return [
    `**Heap.** The used heap of a node is ${mb(model.fixed)} MB, plus ${mb(model.perShard)} MB per copy of a shard with its segments and fields, and ${mb(1e6 * model.perDocument)} MB per`,
    `million documents, fitted while the nodes were filled. After all searches, the prediction errors are ${checks.join(', ')}.`,
    '',
  ];
}

function cachingModelParagraph({ repeating: { asItIs, kept } }: Measurements): string[] {
  const saved = 1 - (kept.reached * (1 - kept.found)) / kept.searches;
  const asked = asItIs.reached / asItIs.searches;
  return [
    `**Repeated queries.** For ${kept.searches.toLocaleString('en')} searches over ${kept.questions} queries by Zipf's law, the formula predicts that ${percent(repeatedShare(kept, kept.searches))} repeat an earlier one;`,
    `${percent(saved)} were coalesced or found in a cache. Coalescing alone saved ${percent(1 - asked)} of the searches;`,
    `the formula predicts ${percent(hitRate(asItIs, asItIs.perSecond, asItIs.seconds))} from rate and latency.`,
    '',
  ];
}
