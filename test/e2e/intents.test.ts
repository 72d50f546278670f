/** Intents of scripted visits, through the code of the widgets and the operation, to the statistics. */
import type { SearchEvent } from '@semantic-search/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { served } from '../../packages/server/test/support/service.ts';
import {
  expectations,
  randomNumbers,
  type ScriptedSearch,
} from '../../packages/server/test/support/visits.ts';
import { addInsight } from '../../packages/widgets/src/page/insight.ts';

/** INTENTS=20000 is the goal: 500 visits. */
const intents = Number(process.env.INTENTS ?? 1000);
const INTENTS_PER_VISIT = 40;
const VISITS_PER_TOKEN = 10;

const server = served();
const words = ['puma', 'otter', 'grey wolf', 'zebra', 'Übung', 'nest', 'lynx', 'ibex', 'newt', 'mole'];

type End = 'pause' | 'enter' | 'early enter' | 'click' | 'filter' | 'leave';

interface Intent extends ScriptedSearch {
  typed: string;
  end: End;
  isCorrection: boolean;
  rule: boolean;
}

function script(random: () => number): Intent[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const intentsOfScript: Intent[] = [];
  for (let index = 0; index < intents; index += 1) {
    const before = intentsOfScript.at(-1);
    const visit = Math.floor(index / INTENTS_PER_VISIT);
    const isLast = (index + 1) % INTENTS_PER_VISIT === 0;
    // The same text again is the same search.
    let query: string;
    do query = random() < 0.1 ? `rare ${below(intents)}` : words[below(words.length)]!.toLowerCase();
    while (query === before?.query);
    const end = isLast ? 'leave' : (['pause', 'enter', 'early enter', 'click', 'filter'] as const)[below(5)]!;
    const results = end !== 'click' && random() < 0.3 ? 0 : 1 + below(200);
    const clicks = end === 'click' ? Array.from({ length: 1 + below(2) }, () => 1 + below(results)) : [];
    const language = ['en', 'de', ''][visit % 3]!;
    const typed = random() < 0.3 ? query.toUpperCase() : query;
    const isCorrection = before?.visit === visit && random() < 0.2;
    const filters = end === 'filter' ? ['dyn_lit_type'] : [];
    intentsOfScript.push({
      ...{ visit, query, typed, language, results, clicks, filters, end, isCorrection },
      rule: random() < 0.2,
    });
  }
  return intentsOfScript;
}

/** A page with the parts of `<semantic-search>` that the statistics read. */
function openPage(token: string, configuration: number, language: string) {
  const host = new EventTarget() as EventTarget & Record<string, unknown>;
  const page = new EventTarget();
  const beacons: SearchEvent[][] = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('navigator', {
    sendBeacon: (address: string, body: string) => {
      expect(address).toContain(`/api/configurations/${configuration}/events?access_token=${token}`);
      beacons.push(JSON.parse(body).events);
      return true;
    },
  });
  const store = {
    query: { input: '', selectedFacets: [] as { field: string }[], start: 0 },
    responseQuery: undefined as object | undefined,
    response: undefined as object | undefined,
    settings: { insight: 'detailed' },
    connection: { token, endpoint: server.url },
    ...{ configuration, language, accumulates: false },
  };
  Object.assign(host, { store, renderRoot: new EventTarget(), isConnected: true });
  host.addController = ({ hostConnected }: { hostConnected?(): void }) => hostConnected?.();
  addInsight(host as never);
  const emit = (name: string, detail = {}) =>
    host.dispatchEvent(new CustomEvent(`semantic-search-${name}`, { detail }));
  return {
    beacons,
    store,
    emit,
    ask(input: string) {
      store.query = { ...store.query, input, start: 0 };
      emit('query');
    },
    answer(response: { total: number; suggestion?: string | undefined; rules?: string[] | undefined }) {
      store.responseQuery = { ...store.query };
      store.response = { ...response, result: [] };
      emit('results');
    },
    commit: () => (host.renderRoot as EventTarget).dispatchEvent(new Event('commit')),
    leave: () => page.dispatchEvent(new Event('pagehide')),
  };
}

type Page = ReturnType<typeof openPage>;

function act(page: Page, intent: Intent, next: Intent | undefined, random: () => number): void {
  const { typed, results, end, isCorrection } = intent;
  const suggestion = next?.isCorrection ? next.typed : undefined;
  const wait = (least: number, most: number) =>
    vi.advanceTimersByTime(least + Math.floor(random() * (most - least)));
  // A correction is chosen; other texts are typed, and some of their beginnings get results.
  for (let length = 1; !isCorrection && length < typed.length; length += 1) {
    page.ask(typed.slice(0, length));
    wait(20, 400);
    if (random() < 0.5) page.answer({ total: 3 });
    wait(20, 500);
  }
  page.ask(typed);
  if (end === 'early enter') page.commit();
  wait(20, 900);
  page.answer({ total: results, suggestion, rules: intent.rule ? ['hours'] : undefined });
  // Less than a pause: only what ends the search counts it.
  if (end !== 'early enter') wait(20, 900);
  if (end === 'pause') wait(1000, 5000);
  if (end === 'enter') page.commit();
  if (end === 'leave') page.leave();
  for (const position of intent.clicks) {
    page.store.query = { ...page.store.query, start: position - 1 - ((position - 1) % 10) };
    page.store.response = {
      ...page.store.response,
      result: Array.from({ length: 10 }, (_, index) => ({ id: `${index}` })),
    };
    page.emit('select', { document: { id: `${(position - 1) % 10}` } });
  }
  if (end !== 'filter') return;
  page.emit('facet-change', { selectedFacets: [{ field: 'dyn_lit_type' }] });
  page.answer({ total: 1, suggestion });
  page.emit('facet-change', { selectedFacets: [] });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it(`counts ${intents} scripted intents as the script does`, { timeout: 1_200_000 }, async () => {
  const curation = [{ name: 'hours', when: {}, banner: { text: 'Open' } }];
  const path = await server.created({ insight: 'detailed', curation });
  const id = Number(path.split('/').at(-1));
  const random = randomNumbers(5);
  const all = script(random);
  const visits = [...Map.groupBy(all, ({ visit }) => visit).values()];
  let requests = 0;
  for (let first = 0; first < visits.length; first += VISITS_PER_TOKEN) {
    const { token } = await server.issuer.publishable({
      name: `page ${first}`,
      configurations: [id],
      lifetime: 6000,
    });
    for (const visit of visits.slice(first, first + VISITS_PER_TOKEN)) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const page = openPage(token, id, visit[0]!.language);
      for (const [index, intent] of visit.entries()) act(page, intent, visit[index + 1], random);
      vi.useRealTimers();
      vi.unstubAllGlobals();
      requests += page.beacons.length;
      for (const events of page.beacons)
        await fetch(`${server.url}${path}/events?access_token=${token}`, {
          method: 'POST',
          body: JSON.stringify({ events }),
        });
    }
  }
  // A request costs the service more than its events.
  expect(requests).toBeLessThan(intents / 2);
  const expected = expectations(all);
  const { body: insight } = await server.call('GET', `/api/insight?configuration=${id}`);
  expect(insight.totals).toEqual(expected.totals);
  expect(insight.positions).toEqual(expected.positions);
  expect(insight.filters).toEqual(expected.filters);
  expect(insight.languages).toEqual(expected.languages);
  expect(insight.dropped).toBe(0);
  expect(insight.rules).toEqual([{ name: 'hours', count: all.filter(({ rule }) => rule).length }]);
  const corrections = all.filter(({ isCorrection }) => isCorrection).length;
  expect(insight.features).toEqual([{ name: 'correction', count: corrections }]);
  const { body } = await server.call('GET', `/api/insight/queries?configuration=${id}&count=1000`);
  const { queries, ...hidden } = body;
  expect(queries).toEqual(expected.queries);
  expect(hidden).toEqual(expected.hidden);
});
