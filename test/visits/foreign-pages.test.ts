/** Pages of owners: shadow roots, and connections that fail, with the reason in the console. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';

const service = served();
const visitor = visiting();
const site = ownersSite();
const token = () => service.pageToken(site.origin);

describe('an element in a shadow root', () => {
  const similar = (text: string) =>
    `<similar-docs configuration="1" token="${text}" uri="https://field-guide.example/species/puma"></similar-docs>`;

  it.each<[how: string, page: (element: string) => string]>([
    ['of the markup', (element) => `<div><template shadowrootmode="open">${element}</template></div>`],
    [
      'of a script',
      (element) => `<div id="host"></div><script type="module">
        document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(element)};
      </script>`,
    ],
    [
      'of an element that is defined later, in another shadow root',
      (element) => `<an-article></an-article><script type="module">
        setTimeout(() => customElements.define('an-article', class extends HTMLElement {
          connectedCallback() {
            const outer = this.attachShadow({ mode: 'open' });
            outer.innerHTML = '<section></section>';
            const inner = outer.firstChild.attachShadow({ mode: 'open' });
            setTimeout(() => { inner.innerHTML = ${JSON.stringify(element)}; }, 400);
          }
        }), 700);
      </script>`,
    ],
  ])('%s is defined', async (_how, pageOf) => {
    const script = `<script type="module" src="${service.url}/widget.js"></script>`;
    site.show(script + pageOf(similar(await token())), service);
    const { page, pageErrors, leave } = await visitor();
    await page.goto(site.origin);
    await page.locator('similar-docs [part=heading]').waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

describe('two copies of the script', () => {
  it('define the elements once, by the first copy, with a hint in the console', async () => {
    const { script } = (await (await fetch(`${service.url}/integrity.json`)).json()) as { script: string };
    const pinned = new URL(script, service.url).href;
    const element = `<semantic-search configuration="1" token="${await token()}"></semantic-search>`;
    const scripts = [pinned, `${service.url}/widget.js`].map(
      (url) => `<script type="module" src="${url}"></script>`,
    );
    site.show(scripts.join('') + element, service);
    const { page, pageErrors, leave } = await visitor();
    await page.goto(site.origin);
    await page.getByRole('heading', { name: '335 results' }).waitFor();
    expect(await page.locator('semantic-search').count()).toBe(1);
    expect(pageErrors).toEqual(
      ['semantic-search-box', 'semantic-search'].map(
        (name) => `<${name}> is already defined: the page loads two copies of the script.`,
      ),
    );
    await leave();
  });
});

describe('the console names the reason if a page', () => {
  /** What the console says with this endpoint and policy. */
  async function messages(endpoint: string, expected: RegExp, policy = '') {
    site.show(
      `<script type="module" src="${service.url}/widget.js"></script>
        <semantic-search configuration="1" token="${await token()}" endpoint="${endpoint}"></semantic-search>`,
      service,
      policy,
    );
    const { page, pageErrors, leave } = await visitor();
    await page.goto(site.origin);
    await expect.poll(() => pageErrors.join('\n'), { timeout: 10_000 }).toMatch(expected);
    await leave();
  }
  async function otherServer(): Promise<string> {
    const server = createServer((_request, response) => response.end('<!doctype html><p>A shop'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('has an address where nothing responds', async () => {
    await messages('http://127.0.0.1:9', /http:\/\/127\.0\.0\.1:9 does not respond\. Check/);
  });
  it('has the address of another server', async () => {
    await messages(await otherServer(), /responds, but does not let this page .* read it/);
  });
  it('has its own address instead of that of the service', async () => {
    await messages('/', /Check the attribute "endpoint", which is "\/"/);
  });
  it('has an address without a scheme', async () => {
    await messages('search.example.com', /Check the attribute "endpoint", which is "search\.example\.com"/);
  });
  it('has an address that is no URL', async () => {
    await messages('http://[', /The attribute "endpoint" is no URL: "http:\/\/\["/);
  });
  it('has a policy without the service', async () => {
    const policy = `script-src 'self' 'unsafe-inline' ${service.url}; connect-src 'self'`;
    await messages(service.url, /policy of this page blocks http.*Add it to connect-src/, policy);
  });
});
