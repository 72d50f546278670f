/** Benchmark report: tables of figures and goals, and the JSON summary on the last line. */
import { statSync } from 'node:fs';
import type { AutocompleteFigures } from './autocomplete.ts';
import type { BuildFigures } from './build-phase.ts';
import type { HistogramFigures, PeerFigures } from './peer.ts';
import type { QueryFigures } from './query-phase.ts';
import { median, type Percentiles } from './stopwatch.ts';
import { type Cell, formatCell, table } from './table.ts';
import type { TimingRow } from './timing.ts';

export interface CorpusFigures extends BuildFigures, QueryFigures {
  corpus: string;
  /** Rounds of the same queries in the peer and the engine. */
  peerTurns: PeerRound[];
  histogram: HistogramFigures | undefined;
}

export interface PeerRound {
  peer: PeerFigures;
  /** Top k without reading documents. */
  topKOnly: Record<string, TimingRow>;
}

/** From this size on, the fixed cost of a query is small. */
const LARGE_CORPUS_DOCUMENTS = 500_000;

/** Largest ratio to the time of the peer by class, for a million documents. */
const LARGE_CORPUS_RATIOS: Record<string, number> = {
  single: 0.6,
  two: 1.2,
  broad: 0.25,
  prefix: 0.9,
  phrase: 0.9,
};

/** For a small corpus, a class reaches the goal by the ratio or by the time. */
const SMALL_CORPUS_RATIO = 2;
const SMALL_CORPUS_MS = 1.2;

/** Goal and verdict of a class; empty for queries with a selection, which have no goal, and for all queries together. */
function peerGoal(row: string, documents: number, { ours, ratio }: { ours: number; ratio: number }): Cell[] {
  const goal = LARGE_CORPUS_RATIOS[row];
  if (goal === undefined) return ['', ''];
  if (documents >= LARGE_CORPUS_DOCUMENTS) return [`≤ ${goal}`, verdict(ratio <= goal)];
  const isReached = ratio <= SMALL_CORPUS_RATIO || ours < SMALL_CORPUS_MS;
  return [`≤ ${SMALL_CORPUS_RATIO} or < ${SMALL_CORPUS_MS} ms`, verdict(isReached)];
}

/** The goals apply to a million documents. */
export function goalsTable(measured: CorpusFigures, suggested: AutocompleteFigures | undefined): string {
  const { rows, open, update, exact, histogram, countingNs, underUpdates } = measured;
  const broad = Math.max(rows.broad?.cpu.p95 ?? 0, rows['broad selected']?.cpu.p95 ?? 0);
  const documentsMb = statSync(measured.corpus).size / 1e6;
  const histogramNs = histogram && Math.min(histogram.oneTableNs, histogram.fourTablesNs);
  const lines: Cell[][] = [
    ['query p95, all classes, ms of CPU', ...atMost(50, rows.all!.cpu.p95)],
    ['query p95, broad only, ms of CPU', ...atMost(50, broad)],
    ['counting, ratio to the C histogram', ...atMost(3, histogramNs && countingNs / histogramNs)],
    ['suggestion p95, ms of CPU', ...atMost(1, suggested?.plain.p95)],
    ['suggestion p95 with typos, ms of CPU', ...atMost(5, suggested?.withTypos.p95)],
    ['open, ms of CPU', ...atMost(1500, open.cpu)],
    ['open, ms of wall time', ...atMost(1500, open.wall)],
    ['memory, MB', ...atMost(900, measured.memoryMb)],
    ['  after opening', '', measured.openMemoryMb, ''],
    ['  in (shared) array buffers', '', measured.buffersMb, ''],
    ['disk without the documents, MB', ...atMost(600, measured.diskMb - documentsMb)],
    ['  index', '', measured.indexMb, ''],
    ['  documents', '', documentsMb, ''],
    ['build, documents per second of CPU', ...atLeast(7000, measured.buildPerCpuSecond)],
    ['build, documents per second of wall time', ...atLeast(7000, measured.buildPerSecond)],
    ['parsing the thesaurus, ms of wall time', '', measured.thesaurusMs, ''],
    ['update p50, ms of CPU', ...atMost(2, update.cpu)],
    ['update p50, ms of wall time', ...atMost(2, update.wall)],
    ['update visible p50, ms of wall time', ...atMost(100, measured.visibleMs)],
    ['similar documents p95, ms of CPU', '', measured.related.similar.p95, ''],
    ['recommended documents p95, ms of CPU', '', measured.related.recommend.p95, ''],
    [
      `query p95 under ${Math.round(underUpdates.perSecond)} updates per second, ratio to idle`,
      '',
      underUpdates.ratio,
      '',
    ],
    ['  idle, ms of wall time', '', underUpdates.quietP95, ''],
    ['  during updates, ms of wall time', '', underUpdates.p95, ''],
    ['first suggestion after an update, ms of CPU', '', measured.suggestAfterUpdate.cpu, ''],
    ['second suggestion after an update, ms of CPU', '', measured.suggestAgain.cpu, ''],
    [
      'results equal to the ground truth',
      'all',
      `${exact.equal} of ${exact.checked}`,
      verdict(exact.equal === exact.checked),
    ],
  ];
  return table(['', 'goal', 'figure', ''], lines);
}

export function classesTable(rows: Record<string, TimingRow>): string {
  const header = ['class', 'queries', 'hits p50', 'CPU p50', 'CPU p95', 'wall p50', 'wall p95'];
  const lines = Object.entries(rows).map(([name, { queries, medianHits, cpu, wall }]): Cell[] => {
    return [name, queries, medianHits, cpu.p50, cpu.p95, wall.p50, wall.p95];
  });
  return table(header, lines);
}

const comparison = (turns: number) =>
  `Medians of ${turns} rounds, with the ratio of each round. The peer selects the ten best documents and counts
facets, but reads no documents. The goal applies to the same work of the engine, in a new process after a warm-up with
other words. The last columns show one complete search: documents read from the database, with highlights and
snippets.`;

/** The goal applies to the top k without reading documents, since that is what the peer does. */
export function peerTable({ rows, documents, peerTurns }: CorpusFigures): string {
  const header = ['class', 'peer p50', 'top k p50', 'ratio', 'by round', 'goal', '', 'search p50', 'ratio'];
  const lines = Object.entries(rows).flatMap(([name, { cpu: complete }]): Cell[][] => {
    const turns = peerTurns.flatMap(({ peer, topKOnly }) => {
      const theirs = peer.classes[name]?.faceted.cpuP50;
      const own = topKOnly[name]!.cpu.p50;
      return theirs === undefined ? [] : [{ theirs, ours: own, ratio: own / theirs }];
    });
    if (turns.length === 0) return [];
    const theirs = median(turns.map((turn) => turn.theirs));
    const ours = median(turns.map((turn) => turn.ours));
    const ratio = median(turns.map((turn) => turn.ratio));
    const each = turns.map((turn) => formatCell(turn.ratio)).join(', ');
    const goal = peerGoal(name, documents, { ours, ratio });
    return [[name, theirs, ours, ratio, each, ...goal, complete.p50, complete.p50 / theirs]];
  });
  return `${table(header, lines)}\n\n${comparison(peerTurns.length)}`;
}

export function growthTable(all: CorpusFigures[]): string {
  const header = [
    'documents',
    'all p50',
    'all p95',
    'broad p50',
    'broad p95',
    'open ms',
    'update ms',
    'docs/s',
    'memory MB',
    'disk MB',
    'index MB',
  ];
  const lines = all.map((each): Cell[] => {
    const broad = each.rows.broad?.cpu;
    const { all: every } = each.rows as { all: TimingRow };
    const times = [every.cpu.p50, every.cpu.p95, broad?.p50, broad?.p95, each.open.cpu, each.update.cpu];
    return [
      formatCell(each.documents),
      ...times,
      each.buildPerCpuSecond,
      each.memoryMb,
      each.diskMb,
      each.indexMb,
    ];
  });
  return table(header, lines);
}

/**
 * Summary for the last line of the output. Times are milliseconds of CPU time of the search thread. The build rate is per
 * second of CPU time of all threads.
 */
export function summaryOf(measured: CorpusFigures, suggested: AutocompleteFigures | undefined) {
  const { all, ...classes } = Object.fromEntries(
    Object.entries(measured.rows).map(([name, { cpu }]) => [name, rounded(cpu)]),
  );
  const { exact, related, underUpdates } = measured;
  const { checked, equal } = exact;
  return {
    documents: measured.documents,
    buildPerSecond: Math.round(measured.buildPerCpuSecond),
    openMs: round(measured.open.cpu),
    memoryMb: Math.round(measured.memoryMb),
    diskMb: Math.round(measured.diskMb),
    updateP50Ms: round(measured.update.cpu),
    exact: { checked, equal },
    classes,
    all,
    related: { similar: rounded(related.similar), recommend: rounded(related.recommend) },
    underUpdates: {
      perSecond: Math.round(underUpdates.perSecond),
      quietP95: round(underUpdates.quietP95),
      p95: round(underUpdates.p95),
      ratio: round(underUpdates.ratio),
    },
    suggest: { labels: suggested?.labels ?? 0, ...(suggested && rounded(suggested.plain)) },
  };
}

function atMost(goal: number, figure: number | undefined): Cell[] {
  return [`≤ ${formatCell(goal)}`, figure, figure === undefined ? '' : verdict(figure <= goal)];
}

function atLeast(goal: number, figure: number): Cell[] {
  return [`≥ ${formatCell(goal)}`, figure, verdict(figure >= goal)];
}

function verdict(reached: boolean): string {
  return reached ? 'reached' : 'MISSED';
}

function rounded({ p50, p95 }: Percentiles): Percentiles {
  return { p50: round(p50), p95: round(p95) };
}

function round(milliseconds: number): number {
  return Number(milliseconds.toFixed(3));
}
