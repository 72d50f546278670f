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
  here: number;
  elsewhere: number;
}

export interface BenchmarkResult {
  /** By backend, then by query class; `all` has equal shares of every class. */
  costs: Record<string, Record<string, Cost>>;
  /** By backend: number of queries with the total of the first backend. */
  sameTotals: Record<string, number>;
  questions: number;
}

interface Spent {
  wall: number;
  here: number;
  elsewhere: number;
}

export interface Rounds {
  /** Measured rounds. */
  counted: number;
  /** Rounds before the measurement, for JIT compilation. */
  warmUp: number;
}

/** Rounds compared with all earlier ones, maximum number of rounds, and relative noise. */
const [compared, mostRounds, noise] = [3, 25, 0.03];

/** Repeats queries until their cost stops falling; resolves to the cost of each round. */
export async function warmUpUntilStable(
  contenders: readonly Candidate[],
  questions: SearchQuery[],
): Promise<number[]> {
  const costs: number[] = [];
  for (;;) {
    let spent = 0;
    for (const contender of contenders) {
      for (const { elsewhere } of await ask(contender, questions)) spent += elsewhere;
    }
    costs.push(spent);
    const [before, latest] = [costs.slice(0, -compared), costs.slice(-compared)];
    const isWarm = before.length >= compared && Math.min(...latest) > (1 - noise) * Math.min(...before);
    if (isWarm || costs.length === mostRounds) return costs;
  }
}

/** Runs every query class on every backend in each round. */
export async function runInTurn(
  contenders: readonly Candidate[],
  questions: Map<string, SearchQuery[]>,
  { counted, warmUp }: Rounds,
): Promise<BenchmarkResult> {
  const spent = new Map<string, Spent[]>();
  const totals = new Map<string, number[]>();
  for (let round = -warmUp; round < counted; round += 1) {
    for (const [name, asked] of questions) {
      for (const contender of rotated(contenders, round + warmUp)) {
        const answers = await ask(contender, asked);
        if (round >= 0) push(spent, `${contender.name} ${name}`, ...answers);
        if (round === 0) push(totals, contender.name, ...answers.map(({ total }) => total));
      }
    }
  }
  const classes = [...questions.keys()];
  const costs = contenders.map(({ name: backend }) => {
    const ofClass = (each: string) => spent.get(`${backend} ${each}`)!;
    const rows = classes.map((each) => [each, costOf(ofClass(each))] as const);
    return [backend, Object.fromEntries([...rows, ['all', costOf(classes.flatMap(ofClass))]])] as const;
  });
  const [first] = contenders.map(({ name }) => totals.get(name)!);
  const same = contenders.map(({ name }) => [
    name,
    totals.get(name)!.filter((total, i) => total === first![i]).length,
  ]);
  return {
    costs: Object.fromEntries(costs),
    sameTotals: Object.fromEntries(same) as Record<string, number>,
    questions: first!.length,
  };
}

async function ask({ space, elsewhere }: Candidate, questions: SearchQuery[]) {
  const answers: (Spent & { total: number })[] = [];
  for (const question of questions) {
    const before = { elsewhere: elsewhere(), here: ownCpu(), wall: performance.now() };
    const { total } = await space.search(question);
    const [wall, here] = [performance.now() - before.wall, ownCpu() - before.here];
    answers.push({ total, wall, here, elsewhere: elsewhere() - before.elsewhere });
  }
  return answers;
}

function costOf(all: Spent[]): Cost {
  const mean = (part: 'here' | 'elsewhere') => all.reduce((sum, each) => sum + each[part], 0) / all.length;
  return {
    wall: percentiles(all.map(({ wall }) => wall)),
    cpu: percentiles(all.map(({ here, elsewhere }) => here + elsewhere)),
    here: mean('here'),
    elsewhere: mean('elsewhere'),
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
