/** The part of the page that tells what a model says of a large installation. */
import { hitRate } from './caching.ts';
import { type Capacity, capacityFor, type Wish } from './capacity.ts';
import { type CostModel, checked, fitted, heldBack, pointOf } from './cost-model.ts';
import { classNames, largestOf } from './largest.ts';
import { about, markdownTable, percent } from './markdown.ts';
import type { Measurements } from './measurements.ts';

const wish: Omit<Wish, 'hitRate'> = {
  documents: 100e6,
  perSecond: 10_000,
  replicas: 1,
  longestShard: 250,
  busy: 0.6,
};
/** Not measured here: what is told of the questions of libraries and of the web lies around this. */
const asking = { questions: 10e6, exponent: 0.9, perSecond: wish.perSecond };
const ways = [
  { seconds: 0, alone: false, name: 'each search asked' },
  {
    seconds: 0.5,
    alone: true,
    name: 'each asked once while it is under way (half a second) by each server alone, as it is',
  },
  { seconds: 60, alone: false, name: 'answers kept for a minute, before the servers' },
  { seconds: 3600, alone: false, name: 'answers kept for an hour, before the servers' },
];

export function foreseen(measurements: Measurements): string[] {
  const { clusters } = measurements;
  const classes = classNames(largestOf(clusters));
  return [
    '## The model',
    '',
    'The processor time of a search on the nodes is *fixed + shards × per shard + documents × per document*, fitted by least',
    'squares of relative errors. A search asks one copy of each shard, so copies cost memory and writing, not searching; that',
    'was not measured, nor were nodes on machines of their own. The largest measurement of each layout was held back:',
    '',
    ...errorsTable(measurements, [...classes, 'all']),
    ...modelTable(measurements, [...classes, 'all']),
    ...capacities(measurements),
    ...breaking(measurements),
  ];
}

function errorsTable({ clusters }: Measurements, classes: string[]): string[] {
  const rows = classes.flatMap((name) =>
    checked(clusters, name).map(({ documents, shards, cost, foretold, error }) => [
      name,
      shards,
      documents.toLocaleString('en'),
      foretold,
      cost,
      `${error > 0 ? '+' : '−'}${percent(Math.abs(error))}`,
    ]),
  );
  return markdownTable(['class', 'shards', 'documents', 'foretold, ms', 'measured, ms', 'error'], rows);
}

function modelsOf({ clusters }: Measurements, name: string) {
  const model = (some: typeof clusters) => fitted(some.map((each) => pointOf(each, name)));
  return { ofKept: model(heldBack(clusters).kept), ofAll: model(clusters) };
}

function modelTable(measurements: Measurements, classes: string[]): string[] {
  const parts = ({ fixed, perShard, perDocument }: CostModel) => [fixed, perShard, 1e6 * perDocument];
  const rows = classes.map((name) => {
    const { ofKept, ofAll } = modelsOf(measurements, name);
    return [name, ...parts(ofKept), ...parts(ofAll)];
  });
  const header = ['fixed', 'per shard', 'per million documents'];
  return [
    'The parts, in milliseconds of processor time, fitted without what was held back, and (*) to all:',
    '',
    ...markdownTable(['class', ...header, ...header.map((each) => `${each} *`)], rows),
    'Single classes scatter: a dozen questions of each, and as many segments as the merges happened to leave. Both fits are',
    'taken below.',
    '',
  ];
}

function sizesOf({ clusters }: Measurements) {
  const { bytes, searchedBytes, documents, costs } = largestOf(clusters);
  return { bytes: bytes / documents, searchedBytes: searchedBytes / documents, server: costs.all!.here };
}

function capacities(measurements: Measurements): string[] {
  const { ofKept, ofAll } = modelsOf(measurements, 'all');
  const sizes = sizesOf(measurements);
  const capacity = (model: CostModel, rate: number) => capacityFor({ ...wish, hitRate: rate }, model, sizes);
  const ends = [capacity(ofAll, 0), capacity(ofKept, 0)];
  const row = (name: string, of: (each: Capacity) => number) => [
    name,
    ...ends.map((each) => about(of(each))),
  ];
  const servers = ends[0]!.serverProcessors;
  const saved = ways.map(({ seconds, alone, name }) => {
    const perSecond = alone ? wish.perSecond / servers : wish.perSecond;
    const rate = hitRate({ ...asking, perSecond }, seconds);
    const processors = [ofAll, ofKept].map((model) => about(capacity(model, rate).clusterProcessors));
    return [name, percent(rate), ...processors];
  });
  return [
    '## 100 million documents, 10,000 searches a second',
    '',
    `A shard may work ${wish.longestShard} ms on a search of mean cost, processors are ${percent(wish.busy)} busy, and there are two copies of everything.`,
    `This is ${about(wish.documents / largestOf(measurements.clusters).documents)} times what was measured: an order of magnitude, no more.`,
    '',
    ...markdownTable(
      ['', 'fitted to all', 'without what was held back'],
      [
        row('shards, beside as many copies', ({ shards }) => shards),
        row('documents in a shard', ({ documentsPerShard }) => documentsPerShard),
        row('seconds of processor time for a search', ({ cpuPerSearch }) => cpuPerSearch),
        row('the same for a million searches', ({ cpuPerMillion }) => cpuPerMillion),
        row('GB of file caches for what searches read, both copies', ({ fileCacheGb }) => fileCacheGb),
        row('GB of disk', ({ diskGb }) => diskGb),
        row('processors of the servers', ({ serverProcessors }) => serverProcessors),
      ],
    ),
    'How many processors the nodes need depends on how many searches reach them. The server keeps no answers; a cache for',
    `them would stand before it. With ${asking.questions.toLocaleString('en')} different questions asked by Zipf's law with the exponent ${asking.exponent} (an`,
    'assumption, not a measurement):',
    '',
    ...markdownTable(['', 'saved', 'processors of the nodes', 'without what was held back'], saved),
  ];
}

function breaking(measurements: Measurements): string[] {
  const { clusters } = measurements;
  const largest = largestOf(clusters);
  const classes = classNames(largest);
  const slopes = classes.map((name) => ({ name, slope: modelsOf(measurements, name).ofKept.perDocument }));
  const sum = slopes.reduce((total, { slope }) => total + slope, 0);
  const [steepest] = slopes.toSorted((one, other) => other.slope - one.slope);
  return [
    '## What breaks first',
    '',
    `1. **Counting all that match.** What grows with the documents is finding and counting; the class *${steepest!.name}* makes`,
    `   ${percent(steepest!.slope / sum)} of it. At 100 million documents such a search takes up to ${about((steepest!.slope * wish.documents) / 1000)} s of processor time, so that processors`,
    '   run out long before memory or disks do. What helps, in this order: ask for fewer facets, above all for concepts only',
    '   where they are shown; keep the answers for the most common questions and for no input at all, outside; split the',
    '   documents into spaces that people choose between.',
    '2. **The deadline.** A search beyond `BACKEND_DEADLINE` is 504, not a part of the answer. Lines grow from the broad ones.',
    '3. **The heap of the node that gathers.** Facets with many values are gathered from every shard exactly, up to 10,000 values',
    '   each: with a hundred shards that is a million buckets for one search. A facet of more than 500,000 values is 400.',
    '4. **Writing anew.** A new thesaurus writes every document anew. At the measured rate 100 million documents take about',
    `   ${about(wish.documents / largest.writtenPerCpuSecond / 3600)} hours of one processor, and as much disk again until the alias moves.`,
    '5. **Memory.** When the file caches do not hold what is searched, every broad search waits for disks.',
    '   Each server holds the words that the documents ever had, about 250 bytes each: ten million of them take 2.5 GB, and',
    '   45 s of its processor when it starts. Words with a compound or a typing error are looked for among all of them.',
    '',
    'The embedded engine holds its index in the memory of one process: it is for what one machine can hold. Configurations',
    'and tokens in PostgreSQL stay small whatever the documents do; a replica answers from its memory, and opens at most ten',
    'connections.',
  ];
}
