/** Strict content security policy: nonce, trusted types, and integrity checksums of the script and its chunks. */
import { describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

const page = () => `${service.url}/demo/strict.html`;

describe('a page with a strict content security policy', () => {
  it('searches, filters and opens a document without a violation, from pinned files only', async () => {
    const visit = await visitor();
    const scripts: string[] = [];
    visit.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const answer = await visit.page.goto(page());
    const policy = answer!.headers()['content-security-policy']!;
    expect(policy).toMatch(/script-src 'nonce-[\w+/=]{22,}';/);
    expect(policy).not.toMatch(/unsafe|script-src[^;]*'self'/);
    await resultsHeading(visit.page, '335 results');
    await visit.page.getByRole('checkbox', { name: /^vertebrates/ }).check();
    await resultsHeading(visit.page, '285 results');
    await visit.page.locator('[part="title-link"]').first().click();
    await visit.page
      .getByText(/^In common: /)
      .first()
      .waitFor();
    await visit.page.getByRole('combobox', { name: 'Search', exact: true }).pressSequentially('puma');
    await visit.page.locator('[role=option]').first().waitFor();
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((path) => !/^\/assets\/[\w-]{22}\//.test(path))).toEqual([]);
    expect(visit.pageErrors).toEqual([]);
    await visit.leave();
  });

  it('runs no modified script', async () => {
    const visit = await visitor();
    await visit.page.route(/\/widget\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n;document.title = 'taken over';` });
    });
    await visit.page.goto(page());
    await visit.page.waitForLoadState('networkidle');
    expect(await visit.page.evaluate(() => customElements.get('semantic-search') === undefined)).toBe(true);
    expect(await visit.page.title()).not.toBe('taken over');
    expect(visit.pageErrors.join()).toContain('integrity');
    await visit.leave();
  });

  it('runs no modified chunk and reports it as missing', async () => {
    const visit = await visitor();
    await visit.page.route(/detail-view-/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n;document.title = 'taken over';` });
    });
    await visit.page.goto(page());
    await visit.page.locator('[part="title-link"]').first().click();
    await visit.page.getByRole('alert').getByRole('button').waitFor();
    expect(await visit.page.title()).not.toBe('taken over');
    await visit.leave();
  });
});

describe('the snippet for owners', () => {
  it('has the URL of this build and the checksum of each file', async () => {
    const { body, headers } = await service.call('GET', '/integrity.json', { token: '' });
    const { script, integrity } = body as unknown as { script: string; integrity: Record<string, string> };
    expect(script).toMatch(new RegExp(`^${service.url}/assets/[\\w-]{22}/widget\\.js$`));
    expect(headers.get('access-control-allow-origin')).toBe('*');
    for (const [address, value] of Object.entries(integrity)) {
      const file = await fetch(address, { integrity: value });
      expect(file.headers.get('cache-control'), address).toContain('immutable');
      await file.arrayBuffer();
    }
    expect(Object.keys(integrity)).toContain(script);
  });
});
