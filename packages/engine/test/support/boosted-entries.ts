/** Random documents, boosts and orders, with a model that computes factors and order from the documents. */
import type { Boost, SearchQuery, SearchResult } from '../../src/api.ts';
import type { DocumentInput } from '../../src/index.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 0, 1);

/** Random boosts and orders that are compared; BOOSTS=600 compares more of them. */
export const boostRounds = Number(process.env.BOOSTS ?? 60);

let state = Number(process.env.BOOST_SEED ?? 7);
/** A small pseudorandom generator, so that failures can be repeated. */
export const random = (below: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};
const maybe = <Value>(value: Value) => (random(5) === 0 ? undefined : value);
const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!;

export interface Entry {
  id: string;
  date?: string | undefined;
  price?: number | undefined;
  kind?: string | undefined;
}
export const entries: Entry[] = Array.from({ length: 300 }, (_, number) => ({
  id: `urn:${String(random(10_000)).padStart(5, '0')}-${number}`,
  date: maybe(new Date(now - (random(1000) - 50) * DAY).toISOString()),
  price: maybe(random(40) * (random(10) === 0 ? 100 : 1)),
  kind: maybe(pick(['guide', 'archive', 'Äon', 'news', 'zebra'])),
}));

const words = ['stone', 'stone river', 'river stone stone', 'river'];
export const documents = entries.map((entry, number): DocumentInput => {
  const { id, date, price, kind } = entry;
  return { id, date, price, kind, title: words[number % 4]!, description: 'stone' } as DocumentInput;
});

const weightOf = () => random(20) / 10;

export function randomBoost(): Boost {
  switch (random(4)) {
    case 0:
      return { field: 'date', type: 'recency', weight: weightOf(), halfLife: (1 + random(400)) * DAY, now };
    case 1:
      return { field: 'price', type: 'number', weight: weightOf(), scale: pick(['log', 'linear'] as const) };
    case 2: {
      const factors = { guide: 1.5, archive: 0.5, [pick(['news', 'gone'])]: weightOf() + 0.1 };
      return { field: 'kind', type: 'value', factors };
    }
    default:
      return { field: 'unknown', type: 'number', weight: 3, scale: 'linear' };
  }
}

const prices = entries.flatMap(({ price }) => price ?? []).sort((a, b) => a - b);
const large = prices[Math.ceil(0.95 * prices.length) - 1]!;

export function modelFactor({ date, price, kind }: Entry, boost: Boost): number {
  if (boost.type === 'value') return boost.factors[kind ?? ''] ?? 1;
  if (boost.type === 'recency') {
    if (!date) return 1;
    return 1 + boost.weight * 2 ** (-Math.max(0, now - Date.parse(date)) / boost.halfLife);
  }
  if (boost.field === 'unknown' || price === undefined) return 1;
  const share = boost.scale === 'log' ? Math.log(1 + price) / Math.log(1 + large) : price / large;
  return 1 + boost.weight * Math.min(1, share);
}

export function randomSort(): SearchQuery['sort'] {
  return { field: pick(['date', 'price', 'kind']), direction: pick(['asc', 'desc']) };
}

const byId = (a: Entry, b: Entry) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));

/** Missing values are last in either direction; ties are by ID. */
export function inModelOrder(some: readonly Entry[], { field, direction }: SearchQuery['sort']): Entry[] {
  const keyOf = (entry: Entry) => {
    if (field === 'date') return entry.date === undefined ? undefined : Date.parse(entry.date);
    return field === 'price' ? entry.price : entry.kind;
  };
  const sign = direction === 'asc' ? 1 : -1;
  return some.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || byId(a, b);
    const difference =
      typeof one === 'number'
        ? one - (other as number)
        : Buffer.compare(Buffer.from(one), Buffer.from(`${other}`));
    return sign * difference || byId(a, b);
  });
}

export interface Paged {
  search(query: Partial<SearchQuery>): Promise<Pick<SearchResult, 'documents'>>;
  put(documents: DocumentInput[]): Promise<unknown>;
}

const PAGE = 30;

/** Reads the pages of one search until the last, and after each page lets `write` change documents. */
async function pagesOf({ search }: Paged, query: Partial<SearchQuery>, write: () => Promise<unknown>) {
  const ids: string[] = [];
  for (let start = 0; ; start += PAGE) {
    const [page] = await Promise.all([search({ ...query, start, count: PAGE }), write()]);
    ids.push(...page.documents.map(({ id }) => id));
    if (page.documents.length < PAGE) return ids;
  }
}

/**
 * Pages of random orders and boosts while documents are written: documents that are not results, and results that keep their
 * place. Returns the searches whose pages differ from the model.
 */
export async function pagedDuringWrites(
  space: Paged,
  { rounds, byRelevance }: { rounds: number; byRelevance: boolean },
): Promise<object[]> {
  const different: object[] = [];
  const others = [{ field: 'kind', values: [{ label: 'other' }] }];
  const write = async () => {
    const number = random(entries.length);
    const title = pick(['river stone', 'stone']);
    const other = { id: `urn:new-${random(1000)}`, title: 'stone', kind: 'other', price: 0 };
    await space.put([{ ...documents[number]!, title }, other]);
  };
  for (let round = 0; round < rounds; round++) {
    const [sort, boosts] = [randomSort(), [randomBoost(), randomBoost()]];
    const inOrder = await pagesOf(space, { sort, excluded: others }, write);
    const expected = inModelOrder(entries, sort).map(({ id }) => id);
    if (inOrder.join() !== expected.join()) different.push({ sort, inOrder });
    if (!byRelevance) continue;
    // The new documents have another percentile of prices, so only boosts without it keep the order.
    const stable = boosts.filter(({ type }) => type !== 'number');
    const boosted = await pagesOf(space, { boosts: stable, excluded: others }, write);
    if (boosted.toSorted().join() !== expected.toSorted().join()) different.push({ boosts, boosted });
  }
  return different;
}

/** How often the same pages show a document again if new ones come before them; no other is left out. */
export async function pagedDuringInsertions(
  space: Paged,
): Promise<{ missing: string[]; repeated: number; inserted: number }> {
  let inserted = 0;
  const write = () =>
    space.put([{ id: `urn:first-${inserted++}`, title: 'stone', kind: 'first', price: -inserted }]);
  const ids = await pagesOf(space, { sort: { field: 'price', direction: 'asc' } }, write);
  return {
    missing: entries.map(({ id }) => id).filter((id) => !ids.includes(id)),
    repeated: ids.length - new Set(ids).size,
    inserted,
  };
}
