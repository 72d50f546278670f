/** Section of docs/scaling.md with the forecast of the cost model for a large installation. */

import type { Measurements } from '../measurements.ts';
import type { Capacity } from '../model/capacity.ts';
import {
  type CachingScenario,
  cachingScenarios,
  QUERY_DISTRIBUTION,
  REQUEST_CACHE,
  TARGET,
} from './large-installation.ts';
import { largestOf } from './largest.ts';
import { about, markdownTable, percent } from './markdown.ts';
import { modelsOf } from './model-validation.ts';

export function forecastSection(measurements: Measurements): string[] {
  const { ofAll, ofKept } = modelsOf(measurements, 'all');
  const [first, second] = [cachingScenarios(measurements, ofAll), cachingScenarios(measurements, ofKept)];
  const times = about(TARGET.documents / largestOf(measurements.clusters).documents);
  return [
    `## ${about(TARGET.documents / 1e6)} million documents, ${TARGET.perSecond.toLocaleString('en')} searches a second`,
    '',
    `Assumptions: a shard may spend ${TARGET.longestShard} ms on a search of average cost, processors are ${percent(TARGET.busy)} utilized, a node has ${TARGET.processors} processors and at least`,
    `one shard, and each shard has at least ${TARGET.leastCopies} copies. This is ${times} times the largest measured number of documents, so read the results`,
    'as orders of magnitude.',
    '',
    ...capacityTable(first[0]!.capacity, second[0]!.capacity),
    'The required capacity depends on how many searches reach the nodes. The server does not cache responses; a response cache',
    `would have to run in front of it. The table assumes ${QUERY_DISTRIBUTION.questions.toLocaleString('en')} different queries that follow Zipf's law with the exponent ${QUERY_DISTRIBUTION.exponent}.`,
    'The hit rates follow from formulas that were validated against the measurements above:',
    '',
    ...scenariosTable(first, second),
    ...requestCacheParagraph(measurements),
  ];
}

function capacityTable(one: Capacity, other: Capacity): string[] {
  const row = (name: string, of: (each: Capacity) => number) => [name, about(of(one)), about(of(other))];
  return markdownTable(
    ['without caching', 'fitted to all', 'without held-back data'],
    [
      row('shards', ({ shards }) => shards),
      row('documents per shard', ({ documentsPerShard }) => documentsPerShard),
      row('processor seconds per search', ({ cpuPerSearch }) => cpuPerSearch),
      row('processor seconds per million searches', ({ cpuPerMillion }) => cpuPerMillion),
      row('processors of the nodes', ({ clusterProcessors }) => clusterProcessors),
      row('nodes', ({ nodes }) => nodes),
      row('copies of each shard, so that each node has one', ({ copies }) => copies),
      row('heap per node for its shards, GB', ({ heldHeapGb }) => heldHeapGb),
      row('heap per node for shard responses, as sent, GB', ({ gatheredHeapGb }) => gatheredHeapGb),
      row('memory per node (twice that heap, and file cache), GB', ({ memoryGb }) => memoryGb),
      row('file caches of all nodes, GB', ({ fileCacheGb }) => fileCacheGb),
      row('disk of all nodes, GB', ({ diskGb }) => diskGb),
      row('network between the nodes, GB/s', ({ exchangedGb }) => exchangedGb),
      row('processors of the servers', ({ serverProcessors }) => serverProcessors),
    ],
  );
}

function scenariosTable(one: CachingScenario[], other: CachingScenario[]): string[] {
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
  const header = [
    '',
    'hit rate',
    'saved',
    'processors',
    'without held-back data',
    'nodes',
    'copies',
    'GB per node',
  ];
  return markdownTable(header, rows);
}

function requestCacheParagraph({ repeating: { of, asItIs, kept } }: Measurements): string[] {
  const saved = percent(1 - kept.elsewhere / asItIs.elsewhere);
  return [
    'The server does not enable the shard request cache of OpenSearch for searches (`request_cache=true`). It would save the counting,',
    `which is nearly the whole cost with many documents.\n\nIn the measurement with ${of.documents.toLocaleString('en')} documents there was little to count: a hit rate of ${percent(kept.found)} saved ${saved}.`,
    `Its hit rate is limited by its size: entries of ${about(kept.bytes / 1000)} KB in ${percent(REQUEST_CACHE.share)} of a heap of twice the used size. Each write`,
    'invalidates it. The number of nodes and copies is determined by processors, not by memory.',
    '',
  ];
}
