/** The part of the page that tells the model, and what it says of what was held back. */

import { nameOf } from '../layouts.ts';
import type { Measurements } from '../measurements.ts';
import { hitRate, repeated } from '../model/caching.ts';
import { type CostModel, checked, fitted, heldBack, pointOf } from '../model/cost-model.ts';
import { heapFor, heapModel } from '../model/heap-model.ts';
import { checkedWriting, writingModel } from '../model/writing-model.ts';
import { classNames, largestOf } from './largest.ts';
import { markdownTable, percent, signed } from './markdown.ts';

/** What the model may be wrong by, for all classes together. */
export const tolerance = 0.3;

export function modelTold(measurements: Measurements): string[] {
  const classes = classNames(largestOf(measurements.clusters));
  return [
    '## The model',
    '',
    '**A search** takes of the nodes *fixed + shards × per shard + shards on other nodes × that they are elsewhere + documents ×',
    'per document* of processor time, fitted by least squares of relative errors. One copy of each shard is asked, so that the',
    'number of copies is not in it. Held back were all layouts with several copies, and the most documents of each other:',
    '',
    ...errorsTable(measurements),
    ...misses(measurements, classes),
    'The parts, in milliseconds of processor time, fitted without what was held back, and (*) to all:',
    '',
    ...modelTable(measurements, [...classes, 'all']),
    ...writingTold(measurements),
    ...heapTold(measurements),
    ...repeatingTold(measurements),
  ];
}

function errorsTable({ clusters }: Measurements): string[] {
  const rows = checked(clusters, 'all').map((each) => [
    nameOf(each),
    each.documents.toLocaleString('en'),
    each.foretold,
    each.cost,
    signed(each.error),
  ]);
  return markdownTable(
    ['nodes × shards × copies', 'documents', 'foretold, ms', 'measured, ms', 'error'],
    rows,
  );
}

function misses({ clusters }: Measurements, classes: string[]): string[] {
  const all = classes.map((name) => ({ name, rows: checked(clusters, name) }));
  const rows = all.map(({ name, rows: some }) => {
    const sizes = some.map(({ error }) => Math.abs(error));
    const worst = some.reduce((most, each) => (Math.abs(each.error) > Math.abs(most.error) ? each : most));
    const beyond = sizes.filter((size) => size > tolerance).length;
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const where = `${nameOf(worst)} × ${worst.documents.toLocaleString('en')}`;
    return [name, percent(mean), `${beyond} of ${sizes.length}`, signed(worst.error), where];
  });
  return [
    `That is all classes of questions as a whole, which a test holds to ${percent(tolerance)}. Of single classes the model knows less:`,
    '',
    ...markdownTable(['class', 'mean miss', `beyond ${percent(tolerance)}`, 'worst', 'there'], rows),
  ];
}

export function modelsOf({ clusters }: Measurements, name: string) {
  const model = (some: typeof clusters) => fitted(some.map((each) => pointOf(each, name)));
  return { ofKept: model(heldBack(clusters).kept), ofAll: model(clusters) };
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
  const header = ['fixed', 'per shard', 'elsewhere', 'per million documents'];
  return markdownTable(['class', ...header, ...header.map((each) => `${each} *`)], rows);
}

function writingTold({ clusters }: Measurements): string[] {
  const { fixed, perCopy, perShard } = writingModel(clusters);
  const parts = [1000 * fixed, 1000 * perCopy, 1000 * perShard].map((part) => Math.round(part));
  const checks = checkedWriting(clusters).map((each) => `${nameOf(each)}: ${signed(each.error)}`);
  return [
    `**A thousand documents** take of the nodes ${parts[0]} ms, ${parts[1]} ms for each copy and ${parts[2]} ms for each copy of each shard, when they come`,
    '2,500 at a time. Fitted to one and two copies, this foretells three with these errors: ' +
      `${checks.join('; ')}.`,
    '',
  ];
}

function heapTold({ memory }: Measurements): string[] {
  const model = heapModel(memory.filling);
  const mb = (bytes: number) => (bytes / 1e6).toPrecision(2);
  const checks = memory.searched.map(({ shards, documents, heap }) =>
    signed(heapFor(model, shards, documents) / heap - 1),
  );
  return [
    `**The heap** of a node in use is ${mb(model.fixed)} MB, ${mb(model.perShard)} MB for each copy of a shard, segments and fields with it, and ${mb(1e6 * model.perDocument)} MB for each`,
    `million documents, fitted to the nodes while they were filled. After all searches it is foretold to ${checks.join(', ')}.`,
    '',
  ];
}

function repeatingTold({ repeating: { asItIs, kept } }: Measurements): string[] {
  const saved = 1 - (kept.reached * (1 - kept.found)) / kept.searches;
  const asked = asItIs.reached / asItIs.searches;
  return [
    `**Repeated questions** by Zipf's law: of ${kept.searches.toLocaleString('en')} searches for ${kept.questions} questions, ${percent(repeated(kept, kept.searches))} repeat an earlier one by the formula;`,
    `${percent(saved)} found one that was under way or kept. That the same waits along while it is under way saved ${percent(1 - asked)} of them,`,
    `and ${percent(hitRate(asItIs, asItIs.perSecond, asItIs.seconds))} by the formula from rate and time.`,
    '',
  ];
}
