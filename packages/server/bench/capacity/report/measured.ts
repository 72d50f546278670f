/** The part of the page that tells what was measured. */

import { nameOf } from '../layouts.ts';
import type { NodeMemory } from '../measure/node-memory.ts';
import type { ClusterMeasurement, Measurements } from '../measurements.ts';
import { classNames, largestOf, missOf } from './largest.ts';
import { markdownTable, percent } from './markdown.ts';

export function measured(measurements: Measurements): string[] {
  const { clusters } = measurements;
  return [
    ...how(measurements),
    '### Searches in OpenSearch',
    '',
    ...searches(clusters),
    ...byClass(clusters),
    'Where it goes, by the profiler of the cluster: each value in an answer costs a node several microseconds, however few',
    'documents it has. Where a facet shows a hundred of thousands of concepts, giving all of them cost more than finding and',
    'counting together; so only those are asked for that can be shown, and 300 more to tell equals apart. Several shards',
    'still have to give all of theirs, for the first values of each are not the first of all: that is most of what a shard',
    'costs below, and why few large shards are cheaper than many small ones.',
    '',
    '### Documents written',
    '',
    ...writing(clusters),
    '### Memory of the nodes',
    '',
    ...memory(measurements),
    '### Questions that are repeated',
    '',
    ...repeating(measurements),
    ...embeddedEngine(measurements),
  ];
}

function how({ machine, clusters }: Measurements): string[] {
  const { processor, cores, date, load } = machine;
  const most = Math.max(...clusters.map(({ nodes }) => nodes));
  return [
    '## What was measured',
    '',
    'Library records of 67 words and eight concepts, made from real ones, tagged with the 6,244 concepts of the thesaurus',
    `for economics, and questions of ${classNames(largestOf(clusters)).length} classes in equal shares, half of them with something selected. Every question`,
    'asks for ten documents and for the counts of five facets over all that match, concepts with everything broader among',
    `them. ${processor}, ${cores} cores shared with the work of others (load from ${load.least.toFixed(1)} to ${load.most.toFixed(1)}; ${date}): therefore`,
    'milliseconds and seconds here are *processor time* of all processes together, the server and every node, not waiting',
    `time, which says nothing on such a machine. ${most} nodes of OpenSearch 2.19 with 512 MB of heap each run on it, and all layouts lie in`,
    'them at once, each in the first of them that it needs. They were written in turns, asked until the same questions cost',
    'no less, and then took turns with each class of questions, so that neither nodes that grow faster nor what else the',
    'machine does looks like growth. Threads that compile are not counted, nor for searches what an idle node takes. Nodes on',
    'machines of their own were not measured.',
    '',
  ];
}

function searches(clusters: ClusterMeasurement[]): string[] {
  const rows = clusters.map((each) => {
    const { costs, exchanged, busiest, segments } = each;
    const { cpu, here, elsewhere } = costs.all!;
    const documents = each.documents.toLocaleString('en');
    return [
      nameOf(each),
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
    '*p50*, *p95*: milliseconds a search; *server*, *nodes*: its mean on either side; *busiest*: the share of the node that does',
    'most of that; *KB between*: what nodes send each other for a search; *segments*: of one copy, as merging left them. Copies cost',
    'a search nothing: where they differ, fewer segments are searched.',
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
    `By class, with ${largest.documents.toLocaleString('en')} documents in ${largest.shards} shard(s), and seconds of processor time for a million searches:`,
    '',
    ...markdownTable(['class', 'p50', 'p95', 'a million searches'], rows),
  ];
}

function writing(clusters: ClusterMeasurement[]): string[] {
  const rows = clusters.map((each) => {
    const { here, elsewhere } = each.writing;
    const [bytes, searched] = [each.bytes, each.searchedBytes].map((size) => size / each.documents / 1000);
    const documents = each.documents.toLocaleString('en');
    return [
      nameOf(each),
      documents,
      1000 / (here + elsewhere),
      1000 * here,
      1000 * elsewhere,
      bytes,
      searched,
    ];
  });
  const header = 'nodes × shards × copies,documents,a second,server,nodes,KB,searched';
  return [
    ...markdownTable(header.split(','), rows),
    '*a second*: documents a second of processor time, with tagging, in batches of 2,500 that are all findable before the next;',
    '*server*, *nodes*: milliseconds for a thousand of them, merging among it; *KB*: of one copy of a document on disk, *searched*:',
    'without the document as it was written, so what is read to find and count.',
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
    ...markdownTable(['', 'shards', 'documents', 'heap MB', 'beside MB'], rows),
    'Of each node: copies of shards and documents that it holds; *heap*: in use after a full collection; *beside*: what the',
    'Java machine has for its code and for what goes over the network. Segments are read by way of the file caches: since Lucene 9',
    'they and the values of facets take next to no heap.',
    '',
  ];
}

function repeating({ repeating: { of, asItIs, kept } }: Measurements): string[] {
  const rows = (
    [
      ['as it is', asItIs],
      ['the nodes asked to keep answers', kept],
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
    `${asItIs.searches.toLocaleString('en')} searches for ${asItIs.questions} questions by Zipf's law with the exponent ${asItIs.exponent}, ${asItIs.atOnce} at a time, ${nameOf(of)} with ${of.documents.toLocaleString('en')} documents:`,
    '',
    ...markdownTable(['', 'a second', 'seconds each', 'waited along', 'found in nodes', 'nodes, ms'], rows),
    '*waited along*: with the same question, under way in the server; *found in nodes*: of the answers of shards, of which nodes keep',
    'counts alone if they are not asked to; *nodes*: processor time for a search that reached them.',
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
    'The same questions, exactly the words typed, asked of the engine alone (`pnpm bench engine`):',
    '',
    ...markdownTable(
      ['documents', 'written a second', 'p50', 'p95', 'broad p50', 'memory MB', 'disk MB'],
      rows,
    ),
    ...missOf(clusters, embedded),
    '',
  ];
}
