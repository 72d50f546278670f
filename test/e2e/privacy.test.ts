/** What the widgets leave in a browser and the server in its log: the promises of the page on privacy. */
import { expect, it } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';
import { resultsHeading } from '../support/visitor.ts';

const service = served({ LOG_LEVEL: 'trace', TRUSTED_PROXIES: '1' });
const visitor = visiting();
const site = ownersSite();

const storageKey = 'semantic-search.1.recent';

/** A visit to the page of an owner: a search, a document and a filter; returns what the browser has then. */
async function visit(attributes = '') {
  const token = await service.token('--scope', 'search', '--configuration', '1', '--origin', site.origin);
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
