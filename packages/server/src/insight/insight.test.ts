/** Search events over HTTP: scripted visits, privacy, forged events, and a disk that fails. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchEvent } from '@semantic-search/contract';
import { expect, it } from 'vitest';
import { served } from '../../test/support/service.ts';
import { scriptedVisits } from '../../test/support/visits.ts';
import { eventRecorder } from './event-recorder.ts';
import { openInsightDatabase } from './insight-database.ts';

const server = served();
const { call, created } = server;

const search = (query: string, more: Partial<SearchEvent> = {}): SearchEvent => ({
  type: 'search',
  query,
  results: 3,
  firstOfQuery: true,
  ...more,
});

const idOf = (path: string) => Number(path.split('/').at(-1));
const times = <Value>(number: number, value: Value): Value[] => Array(number).fill(value);

async function send(path: string, events: SearchEvent[], headers: Record<string, string> = {}) {
  // The events of a token are limited.
  const { token } = await server.issuer.access({ subject: 'page', scopes: ['search'], lifetime: 600 });
  const all = { Authorization: `Bearer ${token}`, ...headers };
  const { status, body } = await call('POST', `${path}/events`, { events }, all);
  expect(status).toBe(200);
  return body;
}

const insightOf = async (path: string, query = '') =>
  (await call('GET', `/api/insight?configuration=${idOf(path)}${query}`)).body as never as {
    totals: Record<string, number>;
    series: { searches: number; visits: number }[];
    [name: string]: unknown;
  };

const queriesOf = async (path: string, query = '') =>
  (await call('GET', `/api/insight/queries?configuration=${idOf(path)}&count=1000${query}`))
    .body as never as {
    queries: { query: string; [name: string]: unknown }[];
    hiddenQueries: number;
    hiddenSearches: number;
  };

it('returns the numbers of 2,000 scripted searches in 60 visits', async () => {
  const path = await created({ insight: 'detailed' });
  const script = scriptedVisits({ visits: 60, searches: 2000, seed: 7 });
  for (const [index, events] of script.requests.entries())
    await send(path, events, { 'X-Request-Id': `${index}` });
  const insight = await insightOf(path);
  expect(insight.totals).toEqual(script.totals);
  expect(insight.positions).toEqual(script.positions);
  expect(insight.filters).toEqual(script.filters);
  expect(insight.languages).toEqual(script.languages);
  expect(insight.series.reduce((sum, { searches }) => sum + searches, 0)).toBe(script.totals.searches);
  expect(insight.series.reduce((sum, { visits }) => sum + visits, 0)).toBe(script.totals.visits);
  const { queries, ...hidden } = await queriesOf(path);
  expect(queries).toEqual(script.queries);
  expect(hidden).toEqual(script.hidden);
  for (const kind of ['withoutResults', 'withoutClicks'] as const) {
    const listed = (await queriesOf(path, `&kind=${kind}`)).queries.map(({ query }) => query);
    expect(listed, kind).toEqual(script[kind]);
  }
}, 180_000);

it('accepts beacons: text without headers, with a publishable token in the address', async () => {
  const path = await created();
  const { token } = await server.issuer.publishable({
    name: 'page',
    configurations: [idOf(path)],
    origins: ['https://shop.example'],
    lifetime: 600,
  });
  const beacon = (accessToken: string, origin = 'https://shop.example', of = path) =>
    fetch(`${server.url}${of}/events?access_token=${accessToken}`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify({ events: [search('puma')] }),
    });
  const counted = await beacon(token);
  expect([counted.status, counted.headers.get('Cross-Origin-Resource-Policy')]).toEqual([
    200,
    'cross-origin',
  ]);
  expect((await beacon(token, 'https://evil.example')).status).toBe(403);
  expect((await beacon(token, 'https://shop.example', await created())).status).toBe(403);
  // An access token in an address would end up in logs.
  expect((await beacon(server.token)).status).toBe(401);
  const elsewhere = await fetch(`${server.url}${path}?access_token=${token}`);
  expect(elsewhere.status).toBe(401);
  expect((await insightOf(path)).totals.searches).toBe(1);
});

it('rejects invalid events, bodies and periods', async () => {
  const path = await created();
  const status = async (body: unknown, headers = {}) =>
    (await call('POST', `${path}/events`, body, headers)).status;
  expect(await status({ events: [{ type: 'search' }] })).toBe(400);
  expect(await status({ events: times(101, search('a')) })).toBe(400);
  expect(await status({ events: [{ ...search('a'), visitor: 'ann' }] })).toBe(400);
  expect(await status('{"events":', { 'Content-Type': 'text/plain' })).toBe(400);
  expect(await status('{"__proto__":[]}', { 'Content-Type': 'text/plain' })).toBe(400);
  const latin1 = Buffer.from(JSON.stringify({ events: [search('café')] }), 'latin1');
  expect(await status(latin1, { 'Content-Type': 'text/plain' })).toBe(400);
  expect(await status('<a/>', { 'Content-Type': 'text/xml' })).toBe(415);
  expect(await status(`{"events":[],"x":"${'x'.repeat(70_000)}"}`, { 'Content-Type': 'text/plain' })).toBe(
    413,
  );
  const read = async (query: string) => (await call('GET', `/api/insight?${query}`)).status;
  expect(await read('from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z')).toBe(400);
  expect(await read('from=yesterday')).toBe(400);
  expect(await read('configuration=0')).toBe(400);
});

it('counts nothing for visitors who object, and nothing with the setting `off`', async () => {
  const path = await created();
  await send(path, [search('puma')], { 'Sec-GPC': '1' });
  await send(path, [search('puma')], { DNT: '1' });
  await call('PUT', path, { config: { insight: 'off' } });
  expect(await send(path, [search('puma')])).toEqual({ counted: 0, dropped: 0 });
  expect((await insightOf(path)).totals).toMatchObject({ searches: 0, visits: 0 });
});

it('counts filters and corrections only with the setting `detailed`', async () => {
  const path = await created({ insight: 'counts' });
  const events: SearchEvent[] = [
    search('puma', { corrected: true }),
    { type: 'filter', query: 'puma', field: 'dyn_lit_type' },
    { type: 'similar', query: 'puma' },
  ];
  await send(path, events);
  expect(await insightOf(path)).toMatchObject({ filters: [], features: [], totals: { searches: 1 } });
  await call('PUT', path, { config: { insight: 'detailed' } });
  await send(path, events);
  expect(await insightOf(path)).toMatchObject({
    filters: [{ name: 'dyn_lit_type', count: 1 }],
    features: expect.arrayContaining([
      { name: 'correction', count: 1 },
      { name: 'similar', count: 1 },
    ]),
  });
});

it('lists a query from the fifth visit on, and keeps no rare query and no personal data in its files', async () => {
  const path = await created();
  await send(path, times(4, search('sensitive disease')));
  await send(path, times(9, search('repeated disease', { firstOfQuery: false })));
  await send(path, times(4, search('frequent animal')));
  expect(await queriesOf(path)).toMatchObject({ queries: [], hiddenQueries: 3, hiddenSearches: 17 });
  await send(path, [search('Frequent  ANIMAL')]);
  await send(
    path,
    times(6, search('write to ann.geheim@example.org, DE89 3704 0044 0532 0130 00, +49 170 1234567')),
  );
  const { queries, hiddenSearches } = await queriesOf(path);
  expect(queries.map(({ query }) => query)).toEqual(['write to [email] [iban], [number]', 'frequent animal']);
  // Totals do not depend on what is listed.
  expect(hiddenSearches).toBe(13);
  expect((await insightOf(path)).totals.searches).toBe(24);
  const files = (await readdir(server.directory)).filter((name) => name.startsWith('insight.sqlite'));
  const bytes = await Promise.all(files.map((name) => readFile(join(server.directory, name), 'latin1')));
  expect(bytes.join('')).toContain('frequent animal');
  for (const secret of ['sensitive', 'disease', 'geheim', 'example.org', '3704', '1234567'])
    expect(bytes.join('').toLowerCase(), secret).not.toContain(secret);
});

it('keeps searches without results apart from all searches of the query', async () => {
  const path = await created();
  await send(path, [
    ...times(3, search('okapi', { results: 0 })),
    ...times(2, search('okapi', { results: 4 })),
  ]);
  expect((await queriesOf(path, '&kind=withoutResults')).queries).toMatchObject([
    { query: 'okapi', searches: 5, withoutResults: 3 },
  ]);
});

it('exports CSV that spreadsheets do not execute', async () => {
  const path = await created();
  for (const query of ['=cmd("calc")', 'a, "quoted" word', 'b;=1+1', 'plain'])
    await send(path, times(5, search(query)));
  const { body, headers } = await call('GET', `/api/insight/queries.csv?configuration=${idOf(path)}`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(body as never as string).toBe(
    [
      'query,language,searches,visits,withoutResults,withClick,clicks,meanPosition',
      `"'=cmd(""calc"")",,5,5,0,0,0,`,
      '"a, ""quoted"" word",,5,5,0,0,0,',
      '"b;=1+1",,5,5,0,0,0,',
      'plain,,5,5,0,0,0,',
      '',
    ].join('\r\n'),
  );
});

it('compares with another configuration in the same period, and exports all numbers', async () => {
  const [path, other] = [await created({ insight: 'detailed' }), await created()];
  await send(path, [search('puma'), { type: 'filter', query: 'puma', field: '=kind' }]);
  await send(other, times(3, search('owl')));
  const insight = await insightOf(path, `&compareConfiguration=${idOf(other)}`);
  expect(insight).toMatchObject({
    totals: { searches: 1 },
    previous: { searches: 3 },
    previousFrom: insight.from,
  });
  expect(insight.previousSeries).toHaveLength(insight.series.length);
  expect((insight.previousSeries as typeof insight.series).at(-1)).toMatchObject({ searches: 3 });
  const ago = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString();
  expect(await insightOf(path, `&compareFrom=${ago}`)).toMatchObject({ previous: { searches: 0 } });
});

it('shows what a rule has changed, from the hour of its change on', async () => {
  const pin = [{ id: 'urn:a', position: 1 }];
  const rule = { name: 'hours', when: { match: 'equals', query: 'Opening  Hours', language: 'en' }, pin };
  const path = await created({ curation: [rule] });
  const remediesOf = async () =>
    (await call('GET', `/api/insight/remedies?configuration=${idOf(path)}`)).body.remedies as never as {
      since: string;
      [name: string]: unknown;
    }[];
  const inEnglish = { language: 'en-GB', results: 0 };
  await send(path, times(4, search('opening hours', inEnglish)));
  const [first] = await remediesOf();
  expect(first).toMatchObject({ rule: 'hours', query: 'Opening  Hours', before: null, after: null });
  const inOtherLanguages = ['de', 'enm'].map((language) => search('opening hours', { language }));
  await send(path, [search('opening hours', inEnglish), ...inOtherLanguages]);
  expect(await remediesOf()).toMatchObject([{ after: { searches: 5, visits: 5, withoutResults: 5 } }]);
  await call('PUT', path, { config: { title: 'Another' } });
  expect((await remediesOf())[0]!.since).toBe(first!.since);
  await call('PUT', path, { config: { curation: [{ ...rule, redirect: 'https://zoo.example/' }] } });
  expect((await remediesOf())[0]!.since > first!.since).toBe(true);
  expect((await call('GET', '/api/insight/remedies?configuration=99999')).status).toBe(404);
});

it('drops a flood of forged events, and says how many', async () => {
  const path = await created();
  const { token } = await server.issuer.access({ subject: 'forger', scopes: ['search'], lifetime: 600 });
  const headers = { Authorization: `Bearer ${token}` };
  const outcomes = [];
  for (let request = 0; request < 32; request += 1)
    outcomes.push(await send(path, times(100, search(`forged ${request}`)), headers));
  expect(outcomes.at(29)).toEqual({ counted: 100, dropped: 0 });
  expect(outcomes.at(-1)).toEqual({ counted: 0, dropped: 100 });
  expect(await insightOf(path)).toMatchObject({ dropped: 200, totals: { searches: 3000 } });
});

it('survives a restart', async () => {
  const path = await created();
  await send(path, times(6, search('yak')));
  await server.restart();
  expect((await queriesOf(path)).queries).toMatchObject([{ query: 'yak', searches: 6, visits: 6 }]);
});

it('needs the scope insight:read', async () => {
  const { token } = await server.issuer.access({
    subject: 'ann',
    scopes: ['configurations:write'],
    lifetime: 60,
  });
  for (const path of [
    '/api/insight',
    '/api/insight/queries',
    '/api/insight/queries.csv',
    '/api/insight/remedies',
  ])
    expect((await call('GET', path, undefined, { Authorization: `Bearer ${token}` })).status).toBe(403);
});

it('offers visitors what others searched and found, if the owner wants it', async () => {
  const path = await created({ popularSearches: { show: true, blocked: ['Secret plan'] } });
  const searchedAndOpened = (query: string, language: string, visits = 5): SearchEvent[] => [
    ...times(visits, search(query, { language })),
    { type: 'click', query, language, position: 1, firstOfQuery: true },
  ];
  await send(path, [
    ...searchedAndOpened('puma', 'en', 6),
    ...searchedAndOpened('owl', 'en-GB'),
    ...searchedAndOpened('eule', 'de'),
    ...searchedAndOpened('rare animal', 'en', 4),
    ...searchedAndOpened('the secret  PLAN of ann', 'en'),
    ...searchedAndOpened('write to ann@example.org', 'en'),
    ...times(5, search('no click', { language: 'en' })),
    ...times(5, search('nothing', { language: 'en', results: 0 })),
  ]);
  const read = async (of: string, query: string, headers = {}) =>
    (await call('GET', `${of}/popularSearches${query}`, undefined, headers)).body.queries;
  expect(await read(path, '?language=en-US')).toEqual(['puma', 'owl']);
  expect(await read(path, '?language=de')).toEqual(['eule']);
  expect(await read(path, '')).toEqual(['puma', 'eule', 'owl']);
  const page = { name: 'page', configurations: [idOf(path)], lifetime: 60 };
  const asPage = { Authorization: `Bearer ${(await server.issuer.publishable(page)).token}` };
  expect(await read(path, '?language=de', asPage)).toEqual(['eule']);
  // Blocked words would tell visitors what is hidden.
  expect((await call('GET', path, undefined, asPage)).body.config).toMatchObject({
    popularSearches: { show: true },
  });
  expect(JSON.stringify((await call('GET', path, undefined, asPage)).body)).not.toContain('Secret');
  const filter = { include: [{ uri: 'site', values: ['a'] }] };
  const filtered = await server.issuer.access({ subject: 'ann', scopes: ['search'], filter, lifetime: 60 });
  expect(await read(path, '', { Authorization: `Bearer ${filtered.token}` })).toEqual([]);
  await call('PUT', path, { config: { popularSearches: { show: false } } });
  expect(await read(path, '?language=de')).toEqual([]);
  expect(await read(await created(), '')).toEqual([]);
});

it('shows a token of a search space only the counts of its configurations', async () => {
  const [mine, other] = [await created({ searchSpace: 'mine' }), await created({ searchSpace: 'other' })];
  const { token } = await server.issuer.access({
    subject: 'ann',
    scopes: ['insight:read'],
    spaces: ['mine'],
    lifetime: 60,
  });
  const read = (path: string) =>
    call('GET', `/api/insight${path}`, undefined, { Authorization: `Bearer ${token}` });
  await send(mine, times(5, search('puma')));
  await send(other, times(7, search('secret owl')));
  expect((await read('')).body).toMatchObject({ totals: { searches: 5 }, languages: [{ count: 5 }] });
  expect((await read(`?configuration=${idOf(mine)}`)).body).toMatchObject({ totals: { searches: 5 } });
  expect((await read('/queries')).body).toMatchObject({ queries: [{ query: 'puma' }], hiddenQueries: 0 });
  expect(String((await read('/queries.csv')).body)).not.toContain('owl');
  const foreign = `configuration=${idOf(other)}`;
  for (const path of ['', '/queries', '/queries.csv', '/remedies', '/proposals'])
    expect((await read(`${path}?${foreign}`)).status, path).toBe(404);
  const compared = `?configuration=${idOf(mine)}&compareConfiguration=${idOf(other)}`;
  expect((await read(compared)).status).toBe(404);
  await call('DELETE', mine);
  expect((await read('')).body).toMatchObject({ totals: { searches: 0 } });
});

it('keeps counts that could not be written, and writes them later', async () => {
  const storage = openInsightDatabase(':memory:');
  const failures: unknown[] = [];
  let isFull = true;
  const add: typeof storage.add = (batch) =>
    isFull ? Promise.reject(new Error('database or disk is full')) : storage.add(batch);
  const recorder = eventRecorder({
    storage: { ...storage, add },
    retentionDays: 90,
    onFailure: (error) => failures.push(error),
    count: () => undefined,
  });
  const configuration = { id: 1, mode: 'counts', rules: new Set<string>() } as const;
  await recorder.record(times(3, search('puma')), configuration, 'token');
  await recorder.flush();
  await recorder.record(times(2, search('puma')), configuration, 'token');
  expect(failures).toHaveLength(1);
  isFull = false;
  await recorder.flush();
  const period = { from: 0, to: 1e9 };
  expect(await storage.queries(period)).toMatchObject([{ query: 'puma', searches: 5, visits: 5 }]);
  await storage.prune(1e9);
  expect(await storage.queries(period)).toEqual([]);
  await recorder.close();
});

it('searches and starts although the file of the statistics is damaged', async () => {
  const { writeFile } = await import('node:fs/promises');
  const path = await created();
  await server.restart();
  const other = server.directory;
  await writeFile(join(other, 'insight.sqlite'), 'no database'.repeat(100));
  await server.restart();
  expect((await call('GET', path)).status).toBe(200);
  expect(await send(path, [search('puma')])).toEqual({ counted: 1, dropped: 0 });
  expect((await call('GET', '/api/insight')).status).toBe(503);
});
