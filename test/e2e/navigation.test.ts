/** Sites that exchange the body instead of loading a page, as Turbo, htmx and the view transitions of Astro do. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
let server: Server;
let element = '';

/** How a site shows `next`, the document of an address that it has fetched. Runs in the page. */
const ways = {
  'replaces the body': 'document.documentElement.replaceChild(next.body, document.body)',
  'shows a copy of the body on the way back': `
    copies[from] = document.body.cloneNode(true);
    document.documentElement.replaceChild(copies[location.pathname] ?? next.body, document.body)`,
  'writes the markup of the body': 'document.body.innerHTML = next.body.innerHTML',
  'replaces the body in a view transition':
    'return document.startViewTransition(() => document.body.replaceWith(next.body)).finished',
  'moves the element into the new body': `
    const kept = document.querySelector('semantic-search') ?? outside.firstChild;
    const place = next.querySelector('semantic-search');
    document.documentElement.replaceChild(next.body, document.body);
    if (place) place.replaceWith(kept); else outside.append(kept);`,
  'keeps what both bodies have': `
    const same = (old, given) => {
      for (const { name } of [...old.attributes]) if (!given.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of given.attributes) old.setAttribute(name, value);
      const pairs = [...given.childNodes].map((child, i) => [old.childNodes[i], child]);
      while (old.childNodes.length > given.childNodes.length) old.lastChild.remove();
      for (const [before, child] of pairs) {
        if (before?.nodeName !== child.nodeName) before ? before.replaceWith(child) : old.append(child);
        else if (child.nodeType === Node.ELEMENT_NODE) same(before, child);
        else before.data = child.data;
      }
    };
    same(document.body, next.body)`,
};

/** Exchanges the body for links and the back button, and keeps its own state in each entry of the history. */
const router = (way: string) => `
  const copies = {};
  let shown = location.pathname;
  const outside = document.createDocumentFragment();
  async function show() {
    const path = location.pathname;
    const next = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
    const from = shown;
    shown = path;
    await (() => { ${way} })();
  }
  history.replaceState({ router: 1 }, '');
  addEventListener('click', (event) => {
    const link = event.target.closest?.('nav a');
    if (!link) return;
    event.preventDefault();
    history.pushState({ router: 1 }, '', link.href);
    show();
  });
  addEventListener('popstate', ({ state }) => {
    if (state?.router && shown !== location.pathname) show();
  });`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const way = ways[(searchParams.get('way') ?? '') as keyof typeof ways] ?? '';
    const links = '<nav><a href="/search">Search</a> <a href="/article">Article</a></nav>';
    const content = pathname === '/article' ? '<h2>An article</h2>' : element;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Mine</title><link rel="icon" href="data:,">
      <script>${router(way)}</script><script type="module" src="${service.url}/widget.js"></script>
      <body>${links}<main>${content}</main></body></html>`);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const token = await service.pageToken(origin);
  element = `<semantic-search configuration="1" token="${token}"></semantic-search>`;
});
afterAll(() => void server.close());

it.each(Object.keys(ways))('a site that %s has one working search on the way there and back', async (way) => {
  const { page, pageErrors, leave } = await visitor();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/search?way=${encodeURIComponent(way)}`);
  const box = page.getByRole('combobox', { name: 'Search', exact: true });
  await box.pressSequentially('snowy owl', { delay: 60 });
  await box.press('Enter');
  const first = await resultsHeading(page, /results? for “snowy owl”/);

  await page.getByRole('link', { name: 'Article' }).click();
  await page.getByRole('heading', { name: 'An article' }).waitFor();
  expect(await page.locator('semantic-search').count()).toBe(0);

  await page.goBack();
  expect(await resultsHeading(page, /results? for “snowy owl”/)).toBe(first);
  expect(await box.inputValue()).toBe('snowy owl');
  await box.fill('');
  await box.pressSequentially('grey wolf', { delay: 60 });
  await resultsHeading(page, /results? for “grey wolf”/);
  expect(await box.inputValue()).toBe('grey wolf');
  expect(await page.getByRole('heading', { name: /results? for/ }).count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('search')).toBe('grey wolf');
  expect(new URL(page.url()).searchParams.get('way')).toBe(way);

  await page.getByRole('link', { name: 'Article' }).click();
  await page.getByRole('heading', { name: 'An article' }).waitFor();
  await page.getByRole('link', { name: 'Search' }).click();
  await box.waitFor();
  expect(await page.locator('semantic-search').count()).toBe(1);
  expect(pageErrors).toEqual([]);
  await leave();
});
