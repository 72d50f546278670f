/** Questions put to several backends in turns, so that what else the machine does falls on all of them. */
import type { SearchQuery } from '@semantic-search/engine';
import { type Percentiles, percentiles } from '../../../engine/bench/stopwatch.ts';
import type { Candidate } from './candidates.ts';
import { ownCpu } from './processes.ts';

export interface Cost {
  /** Milliseconds on the wall, one question at a time. */
  wall: Percentiles;
  /** Milliseconds of processor time of all processes. */
  cpu: Percentiles;
  /** The same, mean: of this process, and of those that answer. */
  here: number;
  elsewhere: number;
}

export interface BenchmarkResult {
  /** By backend, then by class; `all` is one of every class in equal shares. */
  costs: Record<string, Record<string, Cost>>;
  /** By backend: questions whose total is that of the first one. */
  sameTotals: Record<string, number>;
  questions: number;
}

interface Spent {
  wall: number;
  here: number;
  elsewhere: number;
}

export interface Rounds {
  /** Those that count. */
  counted: number;
  /** So many come before: a cluster compiles its own code while it answers. */
  warmUp: number;
}

/** So many rounds are compared with all before, so many are made at most, and less than this share is noise. */
const [compared, mostRounds, noise] = [3, 25, 0.03];

/** Asks the same until the backends no longer answer at less cost; resolves to the cost of each round. */
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

/** Every class of questions to every backend, as many times as there are rounds. */
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

/** Who begins changes from round to round. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function push<Item>(lists: Map<string, Item[]>, name: string, ...items: Item[]): void {
  lists.set(name, [...(lists.get(name) ?? []), ...items]);
}
