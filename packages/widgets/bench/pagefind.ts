/** Loading and typing beside the default interface of Pagefind, with the same documents. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import * as pagefind from 'pagefind';
import type { Browser, Page } from 'playwright-core';
import { root, startService, temporaryDirectory } from '../../../test/support/service.ts';
import { serveFolder } from '../../../test/support/static-site.ts';

/** Times in milliseconds, with a fourfold CPU slowdown. */
export interface Visit {
  /** Largest contentful paint of a page with the search. */
  load: number;
  /** Longest event while typing, from the key to the next frame. */
  longestKey: number;
  /** Time from a click on a facet value to the next frame; 0 without facets. */
  toggle: number;
  /** Layout shift while loading. */
  shift: number;
}

export interface Comparison {
  ours: Visit[];
  pagefind: Visit[];
  /** Largest contentful paint of a page that shows the same first results without a library: the lower bound of ours. */
  lowerBound: number[];
}

const SLOWDOWN = 4;
const SETTLE_MS = 500;
const words = 'mountain lion';

/** Alternates between the pages, so that all meet the same load of the machine. */
export async function compareWithPagefind(browser: Browser, runs: number): Promise<Comparison> {
  const { path: folder, remove } = await temporaryDirectory();
  const site = await serveFolder(join(folder, 'site'), { compresses: true });
  const service = await startService(join(folder, 'data'));
  try {
    const token = await service.pageToken(site.origin);
    await writeSite(join(folder, 'site'), service.url, token);
    const found: Comparison = { ours: [], pagefind: [], lowerBound: [] };
    // The first visit of each fills the caches of the server and of the operating system.
    for (let run = 0; run <= runs; run++) {
      const ours = await visit(browser, `${site.origin}/ours.html`, 'input[role=combobox]');
      const theirs = await visit(browser, `${site.origin}/pagefind.html`, '.pagefind-ui__search-input');
      const { load } = await visit(browser, `${site.origin}/lower-bound.html`);
      if (run === 0) continue;
      found.ours.push(ours);
      found.pagefind.push(theirs);
      found.lowerBound.push(load);
    }
    return found;
  } finally {
    await service.stop();
    site.close();
    await pagefind.close();
    await remove();
  }
}

/** `box` is the selector of the search box; without it, only the loading is measured. */
async function visit(browser: Browser, url: string, box?: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  const { load, shift } = await seen(page);
  const { longestKey, toggle } = box === undefined ? { longestKey: 0, toggle: 0 } : await use(page, box);
  await context.close();
  return { load, shift, longestKey, toggle };
}

async function use(page: Page, box: string): Promise<Pick<Visit, 'longestKey' | 'toggle'>> {
  await page.locator(box).click();
  await page.keyboard.type(words, { delay: 120 });
  await page.waitForLoadState('networkidle');
  const { longestKey } = await seen(page);
  const value = page.locator('.facet .value input').first();
  if (await value.count()) await value.click();
  await page.waitForTimeout(SETTLE_MS);
  const { toggle } = await seen(page);
  return { longestKey, toggle };
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Visit }).seen);

/** Runs in the page. */
function observe(): void {
  const measured = { load: 0, shift: 0, longestKey: 0, toggle: 0 };
  Object.assign(window, { seen: measured });
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };
  const each = (type: string, take: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    }).observe({ type, buffered: true, ...more });
  each('largest-contentful-paint', ({ startTime }) => {
    measured.load = startTime;
  });
  each('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) measured.shift += value;
  });
  const events = ({ name, duration }: Entry) => {
    if (name === 'click') measured.toggle = duration;
    if (/^key|input/.test(name)) measured.longestKey = Math.max(measured.longestKey, duration);
  };
  each('event', events, { durationThreshold: 16 });
}

interface Document {
  id: string;
  title: string;
  description: string;
  type: string;
  image: string;
}

/** One page per document for Pagefind, and the pages that are compared. */
async function writeSite(folder: string, service: string, token: string): Promise<void> {
  const lines = (await readFile(join(root, 'demo/data/field-guide.ndjson'), 'utf8')).trim().split('\n');
  const { index } = await pagefind.createIndex({});
  if (!index) throw new Error('Pagefind creates no index');
  for (const line of lines) {
    const { id, title, description, type, image } = JSON.parse(line) as Document;
    const content = page(
      title,
      `<h1>${escaped(title)}</h1><p data-pagefind-filter="type">${escaped(type)}</p><p>${escaped(description)}</p>
<img data-pagefind-meta="image[src]" src="${escaped(service + image)}" alt="">`,
    );
    await index.addHTMLFile({ url: new URL(id).pathname, content });
  }
  await mkdir(folder, { recursive: true });
  await index.writeFiles({ outputPath: join(folder, 'pagefind') });
  const about = '<h1>A page</h1><p>The animals of the Field guide.</p>';
  await writeFile(
    join(folder, 'pagefind.html'),
    page(
      'Pagefind',
      `${about}<link rel="stylesheet" href="/pagefind/pagefind-ui.css"><script src="/pagefind/pagefind-ui.js"></script>
<div id="search"></div><script>new PagefindUI({ element: '#search', showImages: true });</script>`,
    ),
  );
  await writeFile(
    join(folder, 'ours.html'),
    page(
      'Ours',
      `${about}${embedSnippet({ configuration: 1, token, script: `${service}/widget.js`, integrity: null })}
<footer>Below the search</footer>`,
    ),
  );
  await writeFile(
    join(folder, 'lower-bound.html'),
    page(
      'Lower bound',
      `${about}<div id="results"></div><script type="module" src="/lower-bound.js"></script>`,
    ),
  );
  await writeFile(join(folder, 'lower-bound.js'), lowerBoundScript(service, token));
}

/** Sends the requests of the widgets, and shows the titles and summaries of the results that the widgets paint first. */
const lowerBoundScript = (service: string, token: string) => `
const address = '${service}/api/configurations/1';
const headers = { Authorization: 'Bearer ${token}', 'Content-Type': 'application/json' };
const read = async (response) => (await response).json();
const [configuration, response] = await Promise.all([
  read(fetch(address, { headers })),
  read(fetch(address + '/search', { method: 'POST', headers, body: '{"language":"en"}' })),
]);
const results = response.result.slice(0, 4).map(({ title, description }) => {
  return '<li><h3>' + title + '</h3><p>' + description + '</p></li>';
});
document.querySelector('#results').innerHTML =
  '<h2>' + configuration.config.title + '</h2><ol>' + results.join('') + '</ol>';
`;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>${body}</html>`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
