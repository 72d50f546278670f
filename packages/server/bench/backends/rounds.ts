/** Alternating query rounds on several backends, so that other load affects all of them equally. */
import type { SearchQuery } from '@semantic-search/engine';
import { type Percentiles, percentiles } from '../../../engine/bench/stopwatch.ts';
import type { Candidate } from './candidates.ts';
import { ownCpu } from './processes.ts';

export interface Cost {
  /** Elapsed milliseconds, one query at a time. */
  wall: Percentiles;
  /** Processor time of all processes in milliseconds. */
  cpu: Percentiles;
  /** Mean processor time of this process, and of the backend processes. */
  serverCpu: number;
  backendCpu: number;
}

export interface BenchmarkResult {
  /** By backend, then by query class; `all` has equal shares of every class. */
  costs: Record<string, Record<string, Cost>>;
  /** By backend: number of queries with the total of the first backend. */
  sameTotals: Record<string, number>;
  /** Number of queries. */
  queries: number;
}

interface Spent {
  wall: number;
  serverCpu: number;
  backendCpu: number;
}

export interface Rounds {
  /** Measured rounds. */
  counted: number;
  /** Rounds before the measurement, for JIT compilation. */
  warmUp: number;
}

/** Warm-up ends when the latest rounds are not cheaper, by more than the noise, than all earlier ones. */
const COMPARED_ROUNDS = 3;
const MAX_WARM_UP_ROUNDS = 25;
const RELATIVE_NOISE = 0.03;

/** Repeats queries until their cost stops falling; resolves to the cost of each round. */
export async function warmUpUntilStable(
  candidates: readonly Candidate[],
  queries: SearchQuery[],
): Promise<number[]> {
  const costs: number[] = [];
  for (;;) {
    let spent = 0;
    for (const candidate of candidates) {
      for (const { backendCpu } of await runQueries(candidate, queries)) spent += backendCpu;
    }
    costs.push(spent);
    const [before, latest] = [costs.slice(0, -COMPARED_ROUNDS), costs.slice(-COMPARED_ROUNDS)];
    const isWarm =
      before.length >= COMPARED_ROUNDS && Math.min(...latest) > (1 - RELATIVE_NOISE) * Math.min(...before);
    if (isWarm || costs.length === MAX_WARM_UP_ROUNDS) return costs;
  }
}

/** Runs every query class on every backend in each round. */
export async function runInTurn(
  candidates: readonly Candidate[],
  queries: Map<string, SearchQuery[]>,
  { counted, warmUp }: Rounds,
): Promise<BenchmarkResult> {
  const spent = new Map<string, Spent[]>();
  const totals = new Map<string, number[]>();
  for (let round = -warmUp; round < counted; round += 1) {
    for (const [name, ofClass] of queries) {
      for (const candidate of rotated(candidates, round + warmUp)) {
        const runs = await runQueries(candidate, ofClass);
        if (round >= 0) push(spent, `${candidate.name} ${name}`, ...runs);
        if (round === 0) push(totals, candidate.name, ...runs.map(({ total }) => total));
      }
    }
  }
  const classes = [...queries.keys()];
  const costs = candidates.map(({ name: backend }) => {
    const ofClass = (each: string) => spent.get(`${backend} ${each}`)!;
    const rows = classes.map((each) => [each, costOf(ofClass(each))] as const);
    return [backend, Object.fromEntries([...rows, ['all', costOf(classes.flatMap(ofClass))]])] as const;
  });
  const [first] = candidates.map(({ name }) => totals.get(name)!);
  const same = candidates.map(({ name }) => [
    name,
    totals.get(name)!.filter((total, i) => total === first![i]).length,
  ]);
  return {
    costs: Object.fromEntries(costs),
    sameTotals: Object.fromEntries(same) as Record<string, number>,
    queries: first!.length,
  };
}

async function runQueries({ space, backendCpu }: Candidate, queries: SearchQuery[]) {
  const runs: (Spent & { total: number })[] = [];
  for (const query of queries) {
    const before = { backendCpu: backendCpu(), serverCpu: ownCpu(), wall: performance.now() };
    const { total } = await space.search(query);
    const [wall, serverCpu] = [performance.now() - before.wall, ownCpu() - before.serverCpu];
    runs.push({ total, wall, serverCpu, backendCpu: backendCpu() - before.backendCpu });
  }
  return runs;
}

function costOf(all: Spent[]): Cost {
  const mean = (part: 'serverCpu' | 'backendCpu') =>
    all.reduce((sum, each) => sum + each[part], 0) / all.length;
  return {
    wall: percentiles(all.map(({ wall }) => wall)),
    cpu: percentiles(all.map(({ serverCpu, backendCpu }) => serverCpu + backendCpu)),
    serverCpu: mean('serverCpu'),
    backendCpu: mean('backendCpu'),
  };
}

/** Rotates the order with each round. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function push<Item>(lists: Map<string, Item[]>, name: string, ...items: Item[]): void {
  lists.set(name, [...(lists.get(name) ?? []), ...items]);
}
