/** Section of docs/scaling.md on bottlenecks: which resource or limit is exhausted first. */
import type { Measurements } from '../measurements.ts';
import { fitWriteModel, predictedWriteCost } from '../model/writing-model.ts';
import { cachingScenarios, sizesOf, TARGET } from './large-installation.ts';
import { classNames, largestOf } from './largest.ts';
import { about, percent } from './markdown.ts';
import { modelsOf } from './model-validation.ts';

export function bottlenecksSection(measurements: Measurements): string[] {
  const { capacity } = cachingScenarios(measurements, modelsOf(measurements, 'all').ofAll)[0]!;
  const { name, share, seconds } = steepest(measurements);
  const { shards, nodes, exchangedGb, gatheredHeapGb, heldHeapGb } = capacity;
  const network = (8 * exchangedGb) / nodes;
  const gathered = (shards * sizesOf(measurements).exchanged) / 1e6;
  const { here, nodes: elsewhere } = reindexingHours(measurements, shards, TARGET.leastCopies);
  const many = reindexingHours(measurements, shards, capacity.copies).nodes;
  return [
    '## Bottlenecks',
    '',
    `1. **Matching and counting.** Only the cost of matching and facet counting grows with the documents; the class *${name}* causes`,
    `   ${percent(share)} of it. With 100 million documents such a search takes up to ${about(seconds)} s of processor time, so processors`,
    '   run out long before memory or disks. Countermeasures, in this order: request fewer facets, and concept facets only',
    '   where they are displayed; cache the responses to the empty query and to the most common queries in front of the server;',
    '   split the documents into several search spaces.',
    '2. **Deadline.** A search that exceeds `BACKEND_DEADLINE` returns 504, not a partial result. Broad queries fill the queues first.',
    `3. **Coordinating node.** Each shard sends the counts of all its values: the coordinating node receives at least ${about(gathered)} MB from`,
    `   ${about(shards)} shards for one search. Spread over all nodes, this is ${about(network)} Gbit/s and ${about(1000 * gatheredHeapGb)} MB of heap per node, in addition to ${about(1000 * heldHeapGb)} MB`,
    '   for its shards, so it is small. But half of the measured heap of 512 MB has space for only ' +
      `${about(256 / gathered)} of these searches at a time.`,
    '   Attribute facets collect up to 10,000 values per shard; one with more than 500,000 values returns 400.',
    `4. **Reindexing.** A new thesaurus reindexes all documents. For ${about(TARGET.documents / 1e6)} million, this takes ${about(here)} hours of one server processor.`,
    `   The nodes need ${about(elsewhere)} processor hours with ${TARGET.leastCopies} copies, ${about(many)} with the ${about(capacity.copies)} copies for this query rate. Disk usage doubles until the alias switches.`,
    '5. **Memory.** If the file caches cannot hold the searched data, every broad search waits for disks.',
    '   Each server holds the term dictionary in memory, about 250 bytes per word: ten million words take 2.5 GB, and',
    '   45 s of processor time at startup. Compound and fuzzy matching search the whole dictionary.',
    '',
    'The embedded engine holds its index in the memory of one process, so one machine must be able to hold it. Configurations',
    'and tokens in PostgreSQL stay small regardless of the number of documents. A replica serves them from memory and opens at',
    'most ten connections.',
  ];
}

/** The class with the highest cost per document. */
function steepest(measurements: Measurements) {
  const slopes = classNames(largestOf(measurements.clusters)).map((name) => ({
    name,
    slope: modelsOf(measurements, name).ofAll.perDocument,
  }));
  const sum = slopes.reduce((total, { slope }) => total + slope, 0);
  const [{ name, slope }] = slopes.toSorted((one, other) => other.slope - one.slope) as [(typeof slopes)[0]];
  return { name, share: slope / sum, seconds: (slope * TARGET.documents) / 1000 };
}

/** Processor time of reindexing all documents, in hours. */
function reindexingHours({ clusters }: Measurements, shards: number, copies: number) {
  const here = largestOf(clusters).writing.here;
  const elsewhere = predictedWriteCost(fitWriteModel(clusters), { shards, replicas: copies - 1 });
  const hours = (each: number) => (TARGET.documents * each) / 1000 / 3600;
  return { here: hours(here), nodes: hours(elsewhere) };
}
