/** The part of the page that tells what breaks first. */
import type { Measurements } from '../measurements.ts';
import { writingModel, writingOf } from '../model/writing-model.ts';
import { sizesOf, ways, wish } from './large-installation.ts';
import { classNames, largestOf } from './largest.ts';
import { about, percent } from './markdown.ts';
import { modelsOf } from './model-validation.ts';

export function breaking(measurements: Measurements): string[] {
  const { capacity } = ways(measurements, modelsOf(measurements, 'all').ofAll)[0]!;
  const { name, share, seconds } = steepest(measurements);
  const { shards, nodes, exchangedGb, gatheredHeapGb, heldHeapGb } = capacity;
  const network = (8 * exchangedGb) / nodes;
  const gathered = (shards * sizesOf(measurements).exchanged) / 1e6;
  const { here, nodes: elsewhere } = writingAnew(measurements, shards, wish.leastCopies);
  const many = writingAnew(measurements, shards, capacity.copies).nodes;
  return [
    '## What breaks first',
    '',
    `1. **Counting all that match.** What grows with the documents is finding and counting; the class *${name}* makes`,
    `   ${percent(share)} of it. At 100 million documents such a search takes up to ${about(seconds)} s of processor time, so that processors`,
    '   run out long before memory or disks do. What helps, in this order: ask for fewer facets, above all for concepts only',
    '   where they are shown; keep the answers for the most common questions and for no input at all, outside; split the',
    '   documents into spaces that people choose between.',
    '2. **The deadline.** A search beyond `BACKEND_DEADLINE` is 504, not a part of the answer. Lines grow from the broad ones.',
    `3. **The node that gathers.** Each shard sends the counts of all its values: a search gathers at least ${about(gathered)} MB from`,
    `   ${about(shards)} shards. Spread over so many nodes that is ${about(network)} Gbit a second and ${about(1000 * gatheredHeapGb)} MB of heap for each, beside ${about(1000 * heldHeapGb)} MB for what`,
    '   it holds: little. But half a heap of 512 MB, as was measured here, has room for ' +
      `${about(256 / gathered)} of them at a time.`,
    '   Facets of attributes are gathered up to 10,000 values from each shard; one of more than 500,000 values is 400.',
    `4. **Writing anew.** A new thesaurus writes every document anew: ${about(here)} hours of one processor of a server for ${about(wish.documents / 1e6)} million, and`,
    `   ${about(elsewhere)} of the nodes with ${wish.leastCopies} copies, ${about(many)} with the ${about(capacity.copies)} that so many searches ask for, and as much disk again until the alias moves.`,
    '5. **Memory.** When the file caches do not hold what is searched, every broad search waits for disks.',
    '   Each server holds the words that the documents ever had, about 250 bytes each: ten million of them take 2.5 GB, and',
    '   45 s of its processor when it starts. Words with a compound or a typing error are looked for among all of them.',
    '',
    'The embedded engine holds its index in the memory of one process: it is for what one machine can hold. Configurations',
    'and tokens in PostgreSQL stay small whatever the documents do; a replica answers from its memory, and opens at most ten',
    'connections.',
  ];
}

/** The class that costs most where there are many documents. */
function steepest(measurements: Measurements) {
  const slopes = classNames(largestOf(measurements.clusters)).map((name) => ({
    name,
    slope: modelsOf(measurements, name).ofAll.perDocument,
  }));
  const sum = slopes.reduce((total, { slope }) => total + slope, 0);
  const [{ name, slope }] = slopes.toSorted((one, other) => other.slope - one.slope) as [(typeof slopes)[0]];
  return { name, share: slope / sum, seconds: (slope * wish.documents) / 1000 };
}

/** Hours of processor time. */
function writingAnew({ clusters }: Measurements, shards: number, copies: number) {
  const here = largestOf(clusters).writing.here;
  const elsewhere = writingOf(writingModel(clusters), { shards, replicas: copies - 1 });
  const hours = (each: number) => (wish.documents * each) / 1000 / 3600;
  return { here: hours(here), nodes: hours(elsewhere) };
}
