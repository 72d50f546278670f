/** The part of the page that tells what was measured. */
import { classNames, largestOf, missOf } from './largest.ts';
import { markdownTable } from './markdown.ts';
import type { ClusterMeasurement, Measurements } from './measurements.ts';

export function measured({ machine, clusters, embedded }: Measurements): string[] {
  const [first] = clusters.map(({ costs }) => Object.keys(costs).length - 1);
  return [
    '## What was measured',
    '',
    `Library records of 67 words and eight concepts, made from real ones, tagged with the 6,244 concepts of the thesaurus`,
    `for economics, and questions of ${first} classes in equal shares, half of them with something selected. Every question`,
    'asks for ten documents and for the counts of five facets over all that match, concepts with everything broader among',
    `them. ${machine.processor}, ${machine.cores} cores shared with other work (load ${machine.load.join(', ')}; ${machine.date}): therefore`,
    'milliseconds and seconds here are *processor time* of all processes together, the server and every node, not waiting',
    'time. The node is OpenSearch 2.19 with 512 MB of heap on the same machine. All that is compared lies in it at once: it',
    'was asked until the same questions cost it no less, then the layouts took turns with each class of questions, so that',
    'neither a node that grows faster nor what else the machine does looks like growth. Threads that compile are not counted.',
    '',
    '### OpenSearch',
    '',
    ...markdownTable(
      [
        'nodes × shards × copies',
        'documents',
        'written a second',
        'p50',
        'p95',
        'server',
        'nodes',
        'MB',
        'searched',
        'segments',
      ],
      clusters.map((each) => [
        layoutOf(each),
        each.documents.toLocaleString('en'),
        each.writtenPerCpuSecond,
        ...costsOf(each),
      ]),
    ),
    '*written a second*: documents a second of processor time, with tagging; the largest came first, when the node was',
    'cold. *p50*, *p95*:',
    'milliseconds a search; *server*, *nodes*: its mean on either side. *MB*: of one copy on disk; *searched*: without the',
    'documents as they were written, so what is read to find and count.',
    '',
    ...byClass(clusters),
    'Where it goes, by the profiler of the cluster: each value in an answer costs a node several microseconds, however few',
    'documents it has. Where a facet shows a hundred of thousands of concepts, giving all of them cost more than finding and',
    'counting together; so only those are asked for that can be shown, and 300 more to tell equals apart. Several shards',
    'still have to give all of theirs, for the first values of each are not the first of all: that is most of what a shard',
    'costs below, and why few large shards are cheaper than many small ones.',
    '',
    '### The embedded engine',
    '',
    'The same questions, exactly the words typed, asked of the engine alone (`pnpm bench engine`):',
    '',
    ...markdownTable(
      ['documents', 'written a second', 'p50', 'p95', 'broad p50', 'memory MB', 'disk MB'],
      embedded.map(({ documents, buildPerSecond, all, classes, memoryMb, diskMb }) => [
        documents.toLocaleString('en'),
        buildPerSecond,
        all.p50,
        all.p95,
        classes.broad?.p50,
        memoryMb,
        diskMb,
      ]),
    ),
    ...missOf(clusters, embedded),
    '',
  ];
}

function layoutOf({ nodes, shards, replicas }: ClusterMeasurement): string {
  return `${nodes} × ${shards} × ${replicas + 1}`;
}

function costsOf({ costs, bytes, searchedBytes, segments }: ClusterMeasurement) {
  const { cpu, here, elsewhere } = costs.all!;
  return [cpu.p50, cpu.p95, here, elsewhere, bytes / 1e6, searchedBytes / 1e6, segments];
}

function byClass(clusters: ClusterMeasurement[]): string[] {
  const largest = largestOf(clusters);
  const rows = [...classNames(largest), 'all'].map((name) => {
    const { cpu, here, elsewhere } = largest.costs[name]!;
    return [name, cpu.p50, cpu.p95, Math.round(1000 * (here + elsewhere))];
  });
  return [
    `By class, with ${largest.documents.toLocaleString('en')} documents in ${largest.shards} shard(s), and seconds of processor time for a million searches:`,
    '',
    ...markdownTable(['class', 'p50', 'p95', 'a million searches'], rows),
  ];
}
