/**
 * Benchmark of the embedded engine.
 *
 *   pnpm bench engine [--corpus FILE --queries FILE [--truth FILE]]…   files of the benchmark kit; repeatable
 *     --thesaurus FILE     thesaurus of the corpora (default: the economics thesaurus of the development data)
 *     --peer FILE          output of the kit's peer; one for each corpus
 *     --histogram FILE     output of the kit's histogram; one for each corpus
 *     --python PROGRAM     runs the peer and the histogram if no output is given
 *     --kit FOLDER         folder of the benchmark kit
 *     --documents NUMBER   size of the synthetic corpus if no corpus is given (5000); repeatable
 *     --turns NUMBER       rounds of peer and engine in turn, and of suggestions (3); reports the median
 *     --labels NUMBER      labels for suggestions (300000; 0 skips them)
 *     --keep FOLDER        keeps the search spaces, and reuses existing ones
 *     --profile FOLDER     writes CPU profiles
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AutocompleteFigures } from './autocomplete.ts';
import { groundTruth } from './brute-force.ts';
import type { BuildFigures } from './build-phase.ts';
import { figuresIn, type HistogramFigures, type PeerFigures, runHistogram, runPeer } from './peer.ts';
import {
  type CorpusFigures,
  classesTable,
  goalsTable,
  growthTable,
  type PeerRound,
  peerTable,
  summaryOf,
} from './report.ts';
import { runInChild } from './run-in-child.ts';
import { median, type Percentiles } from './stopwatch.ts';
import { syntheticCorpus, turtleOf } from './synthetic-corpus.ts';
import { formatCell } from './table.ts';
import type { TopKTask } from './top-k-only.ts';

interface Corpus {
  corpus: string;
  queries: string;
  truth: string | undefined;
  thesaurus: string;
  peer: string | undefined;
  histogram: string | undefined;
}

const shared = new URL('../../../../shared/', import.meta.url).pathname;
const files = { type: 'string', multiple: true, default: [] as string[] } as const;

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    corpus: files,
    queries: files,
    truth: files,
    peer: files,
    histogram: files,
    thesaurus: { type: 'string', default: join(shared, 'data/economics/stw.ttl') },
    python: { type: 'string' },
    kit: { type: 'string', default: join(shared, 'bench') },
    documents: { type: 'string', multiple: true, default: ['5000'] },
    turns: { type: 'string', default: '3' },
    labels: { type: 'string', default: '300000' },
    keep: { type: 'string' },
    profile: { type: 'string' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'bench-engine-'));
try {
  const corpora =
    options.corpus.length > 0
      ? corporaFromOptions()
      : options.documents.map((size) => writeSyntheticCorpus(Number(size)));
  const all: CorpusFigures[] = [];
  for (const corpus of corpora) {
    const measured = await measure(corpus);
    all.push(measured);
    console.log(`\n${measured.documents.toLocaleString('en')} documents, without query expansion:\n`);
    console.log(classesTable(measured.rows));
    if (measured.peerTurns.length > 0)
      console.log(`\nComparison with the peer, ms of CPU:\n\n${peerTable(measured)}`);
    console.log('\nWith stemming, stop words, typos, synonyms, concepts and relaxation:\n');
    console.log(classesTable(measured.allSettingsRows));
    for (const difference of measured.exact.different.slice(0, 10)) console.log(`differs: ${difference}`);
  }
  const last = all.at(-1)!;
  const suggested = Number(options.labels) > 0 ? await benchmarkSuggestions() : undefined;
  for (const measured of all) {
    console.log(`\n${measured.documents.toLocaleString('en')} documents, goals for a million:\n`);
    console.log(goalsTable(measured, suggested));
  }
  if (suggested) {
    const { suggested: found, inputs } = suggested;
    console.log(`\nInputs with suggestions: ${found.plain} of ${inputs}, with typos ${found.withTypos}.`);
  }
  if (all.length > 1) console.log(`\nGrowth (times in ms of CPU):\n\n${growthTable(all)}`);
  console.log(`\n${JSON.stringify(summaryOf(last, suggested))}`);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure({
  corpus,
  queries,
  truth,
  thesaurus,
  peer,
  histogram,
}: Corpus): Promise<CorpusFigures> {
  const directory = join(options.keep ?? folder, `${basename(corpus)}.space`);
  const built = await buildOrReuse({ directory, corpus, thesaurus });
  const measured = await runInChild('query', { directory, corpus, queries, truth }, options.profile);
  const { python, kit } = options;
  return {
    corpus,
    ...built,
    ...measured,
    // Before the peer, to be close in time to the measurement it is compared with.
    histogram: histogram
      ? figuresIn<HistogramFigures>(histogram)
      : python
        ? runHistogram(kit, corpus)
        : undefined,
    peerTurns: await alternate(
      { directory, corpus, queries },
      peer,
      () => python && runPeer(python, kit, corpus, queries),
    ),
  };
}

/** Alternates peer and engine, so that other load affects both. Figures from a file are one round. */
async function alternate(
  task: TopKTask,
  file: string | undefined,
  run: () => PeerFigures | undefined | '',
): Promise<PeerRound[]> {
  const turns: PeerRound[] = [];
  while (turns.length < (file ? 1 : Number(options.turns))) {
    const peer = file ? figuresIn<PeerFigures>(file) : run();
    if (!peer) break;
    turns.push({ peer, topKOnly: await runInChild('notRead', task, options.profile) });
  }
  return turns;
}

/** Each round runs in a new process. */
async function benchmarkSuggestions(): Promise<AutocompleteFigures> {
  const task = { directory: join(folder, 'labels'), labels: Number(options.labels) };
  const turns: AutocompleteFigures[] = [];
  while (turns.length < Number(options.turns)) turns.push(await runInChild('suggest', task, options.profile));
  const perRound = turns.map(
    ({ plain, withTypos }) => `${formatCell(plain.p95)} and ${formatCell(withTypos.p95)}`,
  );
  console.log(`\nSuggestions p95, plain and with typos, ms of CPU by round: ${perRound.join('; ')}`);
  const medianOf = (figures: (of: AutocompleteFigures) => Percentiles): Percentiles => ({
    p50: median(turns.map((turn) => figures(turn).p50)),
    p95: median(turns.map((turn) => figures(turn).p95)),
  });
  return {
    ...turns[0]!,
    plain: medianOf(({ plain }) => plain),
    withTypos: medianOf(({ withTypos }) => withTypos),
  };
}

async function buildOrReuse(task: {
  directory: string;
  corpus: string;
  thesaurus: string;
}): Promise<BuildFigures> {
  const note = `${task.directory}.json`;
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as BuildFigures;
  if (options.keep) mkdirSync(options.keep, { recursive: true });
  const built = await runInChild('build', task, options.profile);
  writeFileSync(note, JSON.stringify(built));
  return built;
}

function corporaFromOptions(): Corpus[] {
  return options.corpus.map((corpus, i) => {
    const queries = options.queries[i];
    if (queries === undefined) throw new Error('Each --corpus requires --queries.');
    const { thesaurus } = options;
    const [truth, peer, histogram] = [options.truth[i], options.peer[i], options.histogram[i]];
    return { corpus, queries, truth, thesaurus, peer, histogram };
  });
}

/** Writes a synthetic corpus to files in the formats of the kit. */
function writeSyntheticCorpus(size: number): Corpus {
  const { documents, broader, queries } = syntheticCorpus(size);
  const write = (name: string, content: string) => {
    const file = join(folder, `${size}.${name}`);
    writeFileSync(file, content);
    return file;
  };
  return {
    corpus: write('ndjson', documents.map((document) => JSON.stringify(document)).join('\n')),
    queries: write('queries.json', JSON.stringify(queries)),
    truth: write('truth.json', JSON.stringify({ queries: groundTruth(documents, broader, queries) })),
    thesaurus: write('thesaurus.ttl', turtleOf(broader)),
    peer: undefined,
    histogram: undefined,
  };
}
