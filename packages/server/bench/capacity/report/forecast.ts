/** The part of the page that tells what a model says of a large installation. */

import type { Measurements } from '../measurements.ts';
import type { Capacity } from '../model/capacity.ts';
import { asking, keeping, type Way, ways, wish } from './large-installation.ts';
import { largestOf } from './largest.ts';
import { about, markdownTable, percent } from './markdown.ts';
import { modelsOf } from './model-validation.ts';

export function foreseen(measurements: Measurements): string[] {
  const { ofAll, ofKept } = modelsOf(measurements, 'all');
  const [first, second] = [ways(measurements, ofAll), ways(measurements, ofKept)];
  const times = about(wish.documents / largestOf(measurements.clusters).documents);
  return [
    `## ${about(wish.documents / 1e6)} million documents, ${wish.perSecond.toLocaleString('en')} searches a second`,
    '',
    `A shard may work ${wish.longestShard} ms on a search of mean cost, processors are ${percent(wish.busy)} busy, a node has ${wish.processors} of them and at least one`,
    `shard to work on, and there are ${wish.leastCopies} copies or more. This is ${times} times the documents that were measured: an order`,
    'of magnitude, no more.',
    '',
    ...endsTable(first[0]!.capacity, second[0]!.capacity),
    'How much is needed depends on how many searches reach the nodes. The server keeps no answers; a cache for them would',
    `stand before it. With ${asking.questions.toLocaleString('en')} different questions asked by Zipf's law with the exponent ${asking.exponent}, which is assumed, and the`,
    'shares that follow from it by formulas that were held against measurements above:',
    '',
    ...waysTable(first, second),
    ...keptByNodes(measurements),
  ];
}

function endsTable(one: Capacity, other: Capacity): string[] {
  const row = (name: string, of: (each: Capacity) => number) => [name, about(of(one)), about(of(other))];
  return markdownTable(
    ['each search asked', 'fitted to all', 'without what was held back'],
    [
      row('shards', ({ shards }) => shards),
      row('documents in a shard', ({ documentsPerShard }) => documentsPerShard),
      row('seconds of processor time for a search', ({ cpuPerSearch }) => cpuPerSearch),
      row('the same for a million searches', ({ cpuPerMillion }) => cpuPerMillion),
      row('processors of the nodes', ({ clusterProcessors }) => clusterProcessors),
      row('nodes', ({ nodes }) => nodes),
      row('copies of each shard, so that each node has one', ({ copies }) => copies),
      row('GB of heap in use on a node, for what it holds', ({ heldHeapGb }) => heldHeapGb),
      row('the same for the answers that it gathers, as sent', ({ gatheredHeapGb }) => gatheredHeapGb),
      row('GB of memory of a node, twice that heap and its file cache', ({ memoryGb }) => memoryGb),
      row('GB of file caches of all nodes', ({ fileCacheGb }) => fileCacheGb),
      row('GB of disk of all nodes', ({ diskGb }) => diskGb),
      row('GB a second between the nodes', ({ exchangedGb }) => exchangedGb),
      row('processors of the servers', ({ serverProcessors }) => serverProcessors),
    ],
  );
}

function waysTable(one: Way[], other: Way[]): string[] {
  const rows = one.map(({ name, found, saved, capacity }, i) => [
    name,
    percent(found),
    percent(saved),
    about(capacity.clusterProcessors),
    about(other[i]!.capacity.clusterProcessors),
    about(capacity.nodes),
    about(capacity.copies),
    about(capacity.memoryGb),
  ]);
  const header = ['', 'found', 'saved', 'processors', 'without held back', 'nodes', 'copies', 'GB a node'];
  return markdownTable(header, rows);
}

function keptByNodes({ repeating: { of, asItIs, kept } }: Measurements): string[] {
  const saved = percent(1 - kept.elsewhere / asItIs.elsewhere);
  return [
    'The nodes would have to be asked to keep answers (`request_cache=true`), which the server does not do. They save the counting,',
    `nearly all of the cost of so many documents; here, where ${of.documents.toLocaleString('en')} documents leave little to count, ${percent(kept.found)} that were found saved ${saved}.`,
    `What is found is bounded by the room for answers of ${about(kept.bytes / 1000)} KB in ${percent(keeping.share)} of twice the heap in use, and lost where something is`,
    'written. It is processors, not memory, that ask for so many nodes and copies.',
    '',
  ];
}
