/** What the widgets leave in a browser and the server in its log: the promises of the page on privacy. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';
import { recordEvents, resultsHeading } from '../support/visitor.ts';

const service = served({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '1' });
const visitor = visiting();
const site = ownersSite();

const storageKey = 'semantic-search.1.recent';

/** A visit to the page of an owner: a search, a document and a filter; returns what the browser has then. */
async function visit(attributes = '') {
  const token = await service.pageToken(site.origin);
  site.show(`<semantic-search configuration="1" token="${token}" ${attributes}></semantic-search>`, service);
  const { page, leave } = await visitor();
  const origins = new Set<string>();
  const cookieHeaders: string[] = [];
  page.on('request', (request) => {
    origins.add(new URL(request.url()).origin);
    if (request.headers().cookie !== undefined) cookieHeaders.push(request.url());
  });
  page.on('response', async (response) => {
    if ((await response.headerValue('set-cookie')) !== null) cookieHeaders.push(response.url());
  });
  await page.goto(`${site.origin}/`);
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  await box.fill('mountain lion');
  await box.press('Enter');
  await resultsHeading(page, /“mountain lion”/);
  await page.getByRole('link', { name: /^Puma/ }).first().click();
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  const kept = {
    cookies: await page.context().cookies(),
    local: await page.evaluate(() => Object.entries(localStorage)),
    session: await page.evaluate(() => Object.entries(sessionStorage)),
    databases: await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    caches: await page.evaluate(() => (globalThis.isSecureContext ? caches.keys() : [])),
    workers: await page.evaluate(
      async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
    ),
  };
  await leave();
  return { kept, origins: [...origins].sort(), cookieHeaders };
}

const nothing = { cookies: [], session: [], databases: [], caches: [], workers: 0 };

it('sets no cookie, stores only the recent searches, and requests nothing from third parties', async () => {
  const { kept, origins, cookieHeaders } = await visit();
  expect(kept).toEqual({ ...nothing, local: [[storageKey, '["mountain lion"]']] });
  expect(cookieHeaders).toEqual([]);
  expect(origins.filter((origin) => origin !== 'null')).toEqual([service.url, site.origin].sort());
});

it('stores nothing at all with no-recent', async () => {
  expect((await visit('no-recent')).kept).toEqual({ ...nothing, local: [] });
});

/** A visitor who types slowly, waits, filters, opens two results and leaves; returns the events. */
async function typeAndOpen(prepare: (page: Page) => Promise<unknown> = async () => undefined) {
  const token = await service.pageToken(site.origin);
  site.show(`<semantic-search configuration="1" token="${token}"></semantic-search>`, service);
  const { page, leave } = await visitor();
  await prepare(page);
  const recorded = await recordEvents(page);
  await page.goto(`${site.origin}/`);
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  await box.pressSequentially('lion', { delay: 250 });
  await resultsHeading(page, /“lion”/);
  await page.waitForTimeout(1500);
  for (const index of [1, 0]) {
    await page.locator('[data-document]').nth(index).click();
    await page.getByRole('article').first().waitFor();
  }
  await box.fill('write to ann@example.org');
  await resultsHeading(page, /ann@example\.org/);
  await page.waitForTimeout(1500);
  // The visitor leaves before the next search has counted.
  await box.fill('zebra');
  await resultsHeading(page, /“zebra”/);
  await page.goto('about:blank');
  await page.goto(`${site.origin}/`);
  const events = await recorded();
  await leave();
  return events;
}

const totals = async () =>
  (await service.call('GET', '/api/insight?configuration=1')).body.totals as unknown as Record<
    string,
    number
  >;

it('counts one search for a typed text and its clicks, without anything about the visitor', async () => {
  const before = await totals();
  expect(await typeAndOpen()).toEqual([
    {
      type: 'search',
      query: 'lion',
      language: 'en',
      results: expect.any(Number),
      firstOfQuery: true,
      firstOfVisit: true,
    },
    { type: 'click', query: 'lion', language: 'en', position: 2, firstOfQuery: true, firstOfVisit: true },
    { type: 'click', query: 'lion', language: 'en', position: 1, firstOfQuery: false, firstOfVisit: false },
    {
      type: 'search',
      query: 'write to [email]',
      language: 'en',
      results: expect.any(Number),
      firstOfQuery: true,
      firstOfVisit: false,
    },
    {
      type: 'search',
      query: 'zebra',
      language: 'en',
      results: expect.any(Number),
      firstOfQuery: true,
      firstOfVisit: false,
    },
  ]);
  const names = ['searches', 'withClick', 'clicks', 'visits', 'visitsWithClick'];
  await expect
    .poll(async () => {
      const after = await totals();
      return names.map((name) => after[name]! - before[name]!);
    })
    .toEqual([3, 1, 2, 1, 1]);
});

it('sends no events with Global Privacy Control or Do Not Track', async () => {
  const before = await totals();
  for (const [name, value] of [
    ['globalPrivacyControl', 'true'],
    ['doNotTrack', "'1'"],
  ] as const) {
    const script = `Object.defineProperty(Navigator.prototype, '${name}', { get: () => ${value} })`;
    expect(await typeAndOpen((page) => page.addInitScript(script)), name).toEqual([]);
  }
  expect(await totals()).toEqual(before);
});

it('the log has neither addresses of visitors nor search terms', async () => {
  await visit();
  const searched = await service.call('POST', '/api/configurations/1/search', {
    body: { input: 'mountain lion' },
    headers: { 'X-Forwarded-For': '203.0.113.77' },
  });
  expect(searched.status).toBe(200);
  const log = service.printed();
  expect(log).toContain('"msg":"request"');
  expect(log).toContain('/api/configurations/1/search');
  for (const secret of ['203.0.113.77', '127.0.0.1', '::1', 'mountain', 'eyJ']) {
    const lines = log.split('\n').filter((line) => line.includes('"msg":"request"') && line.includes(secret));
    expect(lines, secret).toEqual([]);
  }
});

/** VISITS=2000 is the goal. */
const visits = Number(process.env.VISITS ?? 200);

/** All bytes that the server keeps: files, what it printed, and a backup. */
async function kept(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  const file = join(folder, 'backup.tar.gz');
  const { code, errors } = await semanticSearch(['dump', file], { DATA_DIR: service.directory });
  expect(errors).toBe('');
  expect(code).toBe(0);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const texts = [service.printed()];
  for (const root of [service.directory, folder])
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'latin1'));
  await rm(folder, { recursive: true });
  return texts.join('\n').toLowerCase();
}

it(`${visits} visits leave no address, identifier, rare query or personal data in files, log and backup`, {
  timeout: 900_000,
}, async () => {
  const token = await service.pageToken(site.origin);
  const secrets = new Set<string>();
  const secret = (text: string) => {
    secrets.add(text);
    return text;
  };
  for (let visit = 0; visit < visits; visit += 1) {
    const number = 1_000_000 + visit * 7;
    const headers = {
      Origin: site.origin,
      'X-Forwarded-For': secret(`198.51.${100 + Math.floor(visit / 250)}.${1 + (visit % 250)}`),
      'User-Agent': secret(`browser-of-visitor-${number}`),
    };
    // One in six is searched by enough visits to be listed.
    const often = Math.floor(visit / 6);
    const queries = [
      `write to ${secret(`jane.roe${visit % 6 ? often : number}x`)}@mail.example`,
      `pay ${secret(`GB82 WEST 1234 5698 ${1000 + often}`)} now`,
      `call ${secret(`+49 170 55${10_000 + often}`)}`,
      `${secret(`illness${number}q`)} of a neighbor`,
      'common animal',
    ];
    const events = queries.map((query) => ({ type: 'search', query, results: 0, firstOfQuery: true }));
    for (const input of queries.slice(0, 1))
      await service.call('POST', '/api/configurations/1/search', { body: { input }, token, headers });
    const sent = await fetch(`${service.url}/api/configurations/1/events?access_token=${token}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ events }),
    });
    expect(sent.status).toBe(200);
  }
  const { queries } = (await service.call('GET', '/api/insight/queries?configuration=1&count=1000')).body;
  const listed = (queries as unknown as { query: string }[]).map(({ query }) => query);
  expect(listed).toEqual(
    expect.arrayContaining(['write to [email]', 'pay [iban]', 'call [number]', 'common animal']),
  );
  const bytes = await kept();
  expect(bytes).toContain('common animal');
  expect([...secrets].filter((text) => bytes.includes(text.toLowerCase()))).toEqual([]);
});
