/** Scripted visits: search events, and the statistics that they must lead to, counted independently. */
import type { SearchEvent } from '@semantic-search/contract';

interface Script {
  visits: number;
  searches: number;
  seed: number;
}

const words = ['puma', 'otter', 'grey wolf', 'zebra', 'Übung', 'nest', 'lynx', 'ibex', 'newt', 'mole'];
const languages = ['en', 'de', ''];
const fields = ['dyn_lit_type', 'dyn_uri_5f3a'];

/** Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface ScriptedSearch {
  visit: number;
  query: string;
  language: string;
  results: number;
  clicks: number[];
  filters: string[];
}

export function scriptedVisits({ visits, searches, seed }: Script) {
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const all: ScriptedSearch[] = Array.from({ length: searches }, (_, index) => {
    const visit = Math.floor((index / searches) * visits);
    // Every tenth query is rare.
    const query = random() < 0.1 ? `rare ${Math.floor(random() * searches)}` : pick(words);
    const results = random() < 0.2 ? 0 : 1 + Math.floor(random() * 50);
    const clickCount = results === 0 ? 0 : Math.floor(random() * 3);
    const clicks = Array.from({ length: clickCount }, () => 1 + Math.floor(random() * 130));
    const filters = random() < 0.2 ? [pick(fields)] : [];
    return { visit, query, language: languages[visit % 3]!, results, clicks, filters };
  });
  return { requests: requestsOf(all), ...expectations(all) };
}

/** The events as a page sends them: one request per search, and one for what the visitor did with it. */
function requestsOf(searches: readonly ScriptedSearch[]): SearchEvent[][] {
  const seen = new Set<string>();
  const isFirst = (key: string) => !seen.has(key) && !!seen.add(key);
  return searches.map(({ visit, query, language, results, clicks, filters }) => {
    const about = { query: query.toUpperCase(), ...(language && { language }) };
    const firstOfQuery = isFirst(`query ${visit} ${query}`);
    return [
      { type: 'search', ...about, results, firstOfQuery, firstOfVisit: isFirst(`visit ${visit}`) },
      ...filters.map((field) => ({ type: 'filter', ...about, field }) as const),
      ...clicks.map((position, index) => {
        const firstOfVisit = isFirst(`click ${visit}`);
        return { type: 'click', ...about, position, firstOfQuery: index === 0, firstOfVisit } as const;
      }),
    ];
  });
}

/** What the statistics of these searches must be. */
export function expectations(searches: readonly ScriptedSearch[]) {
  const byQuery = Map.groupBy(searches, ({ query, language }) => `${query.toLowerCase()}\n${language}`);
  const rows = Array.from(byQuery, ([key, group]) => {
    const [query = '', language = ''] = key.split('\n');
    return { query, language, ...countsOf(group), visits: new Set(group.map(({ visit }) => visit)).size };
  });
  const listed = rows.filter(({ visits }) => visits >= 5);
  const hidden = rows.filter(({ visits }) => visits < 5);
  const names = (rank: (row: (typeof rows)[number]) => number) =>
    listed
      .filter((row) => rank(row) > 0)
      .sort((a, b) => rank(b) - rank(a) || (a.query < b.query ? -1 : 1))
      .map(({ query }) => query);
  const visitsOf = (group: readonly ScriptedSearch[]) => new Set(group.map(({ visit }) => visit)).size;
  const firstClicks = searches.flatMap(({ clicks: [first] }) => (first === undefined ? [] : [first]));
  return {
    totals: {
      ...countsOf(searches),
      visits: visitsOf(searches),
      visitsWithClick: visitsOf(searches.filter(({ clicks }) => clicks.length > 0)),
    },
    positions: tally(firstClicks.map((position) => Math.min(position, 101))).sort(
      (a, b) => Number(a.name) - Number(b.name),
    ),
    filters: byCount(tally(searches.flatMap(({ filters }) => filters))),
    languages: byCount(tally(searches.map(({ language }) => language))),
    queries: listed.sort((a, b) => b.searches - a.searches || (a.query < b.query ? -1 : 1)),
    hidden: {
      hiddenQueries: hidden.length,
      hiddenSearches: hidden.reduce((sum, row) => sum + row.searches, 0),
    },
    withoutResults: names((row) => row.withoutResults),
    withoutClicks: names((row) => row.searches - row.withoutResults - row.withClick),
  };
}

function countsOf(group: readonly ScriptedSearch[]) {
  const clicked = group.filter(({ clicks }) => clicks.length > 0);
  const sum = clicked.reduce((positions, { clicks }) => positions + clicks[0]!, 0);
  return {
    searches: group.length,
    withoutResults: group.filter(({ results }) => results === 0).length,
    withClick: clicked.length,
    clicks: group.reduce((clicks, search) => clicks + search.clicks.length, 0),
    meanPosition: clicked.length === 0 ? null : Math.round((sum / clicked.length) * 100) / 100,
  };
}

const tally = (names: readonly (string | number)[]) =>
  Array.from(Map.groupBy(names, String), ([name, group]) => ({ name, count: group.length }));

const byCount = <Row extends { count: number }>(rows: Row[]) => rows.sort((a, b) => b.count - a.count);
