/** Strict content security policy: nonce, trusted types, and integrity checksums of the script and its chunks. */
import { describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { resultsHeading, type Visitor } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

const page = () => `${service.url}/strict.html`;

/** Visits a page that runs only scripts with its nonce, and pins the script and its chunks. */
async function strictVisitor(): Promise<Visitor> {
  const visit = await visitor();
  const demo = await (await fetch(`${service.url}/demo/search.html`)).text();
  const [element] = /<semantic-search [^>]*><\/semantic-search>/.exec(demo)!;
  const pinned = (await (await fetch(`${service.url}/integrity.json`)).json()) as {
    script: string;
    integrity: Record<string, string>;
  };
  const { script, integrity } = pinned;
  const body = `<!doctype html><html lang="en"><title>Strict</title><link rel="icon" href="data:,">
    <script nonce="r4nd0m" type="importmap">${JSON.stringify({ integrity })}</script>
    <script nonce="r4nd0m" type="module" src="${script}" integrity="${integrity[script]}" crossorigin></script>${element}`;
  const policy =
    "default-src 'none'; script-src 'nonce-r4nd0m'; img-src 'self' https: data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html";
  const headers = { 'Content-Security-Policy': policy };
  await visit.page.route(page(), (route) => route.fulfill({ contentType: 'text/html', headers, body }));
  return visit;
}

describe('a page with a strict content security policy', () => {
  it('searches, filters and opens a document without a violation, from pinned files only', async () => {
    const visit = await strictVisitor();
    const scripts: string[] = [];
    visit.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await visit.page.goto(page());
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
    const visit = await strictVisitor();
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
    const visit = await strictVisitor();
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
