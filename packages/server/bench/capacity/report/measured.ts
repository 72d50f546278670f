/** Section of docs/scaling.md with the measurements. */

import { layoutName } from '../layouts.ts';
import type { NodeMemory } from '../measure/node-memory.ts';
import type { ClusterMeasurement, Measurements } from '../measurements.ts';
import { classNames, engineComparison, largestOf } from './largest.ts';
import { markdownTable, percent } from './markdown.ts';

export function measurementsSection(measurements: Measurements): string[] {
  const { clusters } = measurements;
  return [
    ...methodParagraphs(measurements),
    '### Searches in OpenSearch',
    '',
    ...searches(clusters),
    ...byClass(clusters),
    'The profiler of the cluster shows where the time goes: each value in a response costs a node several microseconds,',
    'however few documents have it. For a facet that shows a hundred of thousands of concepts, returning all of them cost more than',
    'matching and counting together. Therefore the server requests only the values that it can display, and 300 more to break ties.',
    'With several shards it still requests all values, because the top values of each shard are not the global top values. This',
    'is most of the cost per shard below, and the reason why few large shards are cheaper than many small ones.',
    '',
    '### Document writes',
    '',
    ...writing(clusters),
    '### Memory of the nodes',
    '',
    ...memory(measurements),
    '### Repeated queries',
    '',
    ...repeating(measurements),
    ...embeddedEngine(measurements),
  ];
}

function methodParagraphs({ machine, clusters }: Measurements): string[] {
  const { processor, cores, date, load } = machine;
  const most = Math.max(...clusters.map(({ nodes }) => nodes));
  return [
    '## Measurements',
    '',
    'The documents are synthetic library records of 67 words and eight concepts, derived from real ones and tagged with the 6,244',
    `concepts of the thesaurus for economics. The queries belong to ${classNames(largestOf(clusters)).length} classes in equal shares; half of them have a facet selection. Every`,
    'query requests ten documents and the counts of five facets over all matches, including hierarchical concept counts.',
    '',
    `Machine: ${processor}, ${cores} cores, shared with other work (load from ${load.least.toFixed(1)} to ${load.most.toFixed(1)}; ${date}).`,
    'Therefore milliseconds and seconds on this page are *processor time*, summed over the server and all nodes. Elapsed time would',
    'be meaningless on such a machine. JIT compiler threads are not counted, and the idle load of a node is subtracted from searches.',
    '',
    `${most} nodes of OpenSearch 2.19 with 512 MB of heap each run on this machine. All index layouts were stored on the same nodes; a`,
    'layout with n nodes used the first n. They were written in turn, warmed up until the cost per query stopped falling, and',
    'then measured in turn for each query class. So neither warming nodes nor other work looks like growth. Nodes on separate',
    'machines were not measured.',
    '',
  ];
}

function searches(clusters: ClusterMeasurement[]): string[] {
  const rows = clusters.map((each) => {
    const { costs, exchanged, busiest, segments } = each;
    const { cpu, here, elsewhere } = costs.all!;
    const documents = each.documents.toLocaleString('en');
    return [
      layoutName(each),
      documents,
      cpu.p50,
      cpu.p95,
      here,
      elsewhere,
      percent(busiest),
      exchanged / 1000,
      segments,
    ];
  });
  const header = 'nodes × shards × copies,documents,p50,p95,server,nodes,busiest,KB between,segments';
  return [
    ...markdownTable(header.split(','), rows),
    '*p50*, *p95*: milliseconds per search; *server*, *nodes*: mean per search on either side; *busiest*: share of the node with the',
    'highest load; *KB between*: traffic between nodes per search; *segments*: per copy, after merging. The number of copies does not',
    'affect the cost of a search; where layouts differ, they have different numbers of segments.',
    '',
  ];
}

function byClass(clusters: ClusterMeasurement[]): string[] {
  const largest = largestOf(clusters);
  const rows = [...classNames(largest), 'all'].map((name) => {
    const { cpu, here, elsewhere } = largest.costs[name]!;
    return [name, cpu.p50, cpu.p95, Math.round(1000 * (here + elsewhere))];
  });
  return [
    `By query class, with ${largest.documents.toLocaleString('en')} documents in ${largest.shards} shard(s); the last column is in processor seconds:`,
    '',
    ...markdownTable(['class', 'p50', 'p95', 'million searches, s'], rows),
  ];
}

function writing(clusters: ClusterMeasurement[]): string[] {
  const rows = clusters.map((each) => {
    const { here, elsewhere } = each.writing;
    const [bytes, searched] = [each.bytes, each.searchedBytes].map((size) => size / each.documents / 1000);
    const documents = each.documents.toLocaleString('en');
    return [
      layoutName(each),
      documents,
      1000 / (here + elsewhere),
      1000 * here,
      1000 * elsewhere,
      bytes,
      searched,
    ];
  });
  const header = 'nodes × shards × copies,documents,per second,server,nodes,KB,searched KB';
  return [
    ...markdownTable(header.split(','), rows),
    '*per second*: documents per processor second, including tagging, in batches of 2,500, each searchable before the next starts;',
    '*server*, *nodes*: milliseconds per thousand documents, including merges; *KB*: disk size of one copy of a document;',
    '*searched KB*: the same without stored source, so only what searching and counting read.',
    '',
  ];
}

function memory({ memory: { filling, searched } }: Measurements): string[] {
  const row = (when: string, each: NodeMemory) => [
    when,
    each.shards,
    each.documents.toLocaleString('en'),
    each.heap / 1e6,
    each.beside / 1e6,
  ];
  const count = searched.length;
  const rows = [
    ...filling.slice(0, count).map((each) => row('empty', each)),
    ...filling.slice(-count).map((each) => row('filled', each)),
    ...searched.map((each) => row('after all searches', each)),
  ];
  return [
    ...markdownTable(['', 'shards', 'documents', 'heap MB', 'non-heap MB'], rows),
    'Per node: copies of shards and documents on it; *heap*: in use after a full collection; *non-heap*: code and network buffers',
    'of the Java virtual machine. Segments and doc values are read through the file cache; since Lucene 9 they use almost no heap.',
    '',
  ];
}

function repeating({ repeating: { of, asItIs, kept } }: Measurements): string[] {
  const rows = (
    [
      ['default', asItIs],
      ['shard request cache enabled', kept],
    ] as const
  ).map(([name, each]) => [
    name,
    each.perSecond,
    each.seconds,
    percent(1 - each.reached / each.searches),
    each === kept ? percent(each.found) : 'none',
    each.elsewhere,
  ]);
  return [
    `${asItIs.searches.toLocaleString('en')} searches over ${asItIs.questions} distinct queries by Zipf's law with the exponent ${asItIs.exponent}, ${asItIs.atOnce} concurrent, ${layoutName(of)} with ${of.documents.toLocaleString('en')} documents:`,
    '',
    ...markdownTable(['', 'per second', 'latency, s', 'coalesced', 'cache hits', 'nodes, ms'], rows),
    '*coalesced*: joined an identical request in flight in the server; *cache hits*: share of shard requests served by the shard request',
    'cache, which by default caches only requests without hits; *nodes*: processor time per search that reached them.',
    '',
  ];
}

function embeddedEngine({ clusters, embedded }: Measurements): string[] {
  const rows = embedded.map(({ documents, buildPerSecond, all, classes, memoryMb, diskMb }) => [
    documents.toLocaleString('en'),
    buildPerSecond,
    all.p50,
    all.p95,
    classes.broad?.p50,
    memoryMb,
    diskMb,
  ]);
  return [
    '### The embedded engine',
    '',
    'The same queries, exact words only, run in the engine without a server (`pnpm bench engine`):',
    '',
    ...markdownTable(
      ['documents', 'written per second', 'p50', 'p95', 'broad p50', 'memory MB', 'disk MB'],
      rows,
    ),
    ...engineComparison(clusters, embedded),
    '',
  ];
}
