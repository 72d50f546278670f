/** Benchmark page with one search and a request-counting browser. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { respond } from '../test/support/service.ts';
import type { Files } from './bundle-sizes.ts';

/** Response time of the service. */
const RESPONSE_TIME_MS = 20;
const facetValues = 500;
/** Chunks that the page requests only after it has rendered the first results. */
const afterFirstResults = /\/(?:deferred-features|date-range)-/;

export interface FirstResults {
  requests: number;
  /** Main-thread CPU time until the first results are painted, in milliseconds. */
  cpu: number;
  shift: number;
}

export async function firstResults(browser: Browser, files: Files): Promise<FirstResults> {
  const counted = Promise.withResolvers<void>();
  const { page, session, requests } = await open(browser, files, counted.promise);
  await page.goto('http://widgets.test/');
  await page.locator('.result').first().waitFor();
  const cpu = await busy(session);
  counted.resolve();
  await page.locator('.value').first().waitFor();
  const requested = requests.findIndex((path) => afterFirstResults.test(path));
  if (requested === -1) throw new Error('The page requested no chunk after its first results');
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  await page.context().close();
  return { requests: requested, cpu, shift };
}

/** Milliseconds from a click on one of 500 values to the next frame, with a fourfold CPU slowdown. */
export async function facetToggle(browser: Browser, files: Files): Promise<number> {
  const { page, session } = await open(browser, files, Promise.resolve(), manyValues);
  await page.goto('http://widgets.test/');
  await page.locator('.facet .plain').first().click();
  await page.waitForFunction((count) => {
    const panel = document.querySelector('semantic-search')!.shadowRoot!.querySelector('facet-panel')!;
    return panel.shadowRoot!.querySelectorAll('.value').length === count;
  }, facetValues);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const time = await page.evaluate(async () => {
    const panel = document.querySelector('semantic-search')!.shadowRoot!.querySelector('facet-panel')!;
    // Requested before the click, so that it precedes the work that the page delays until after this frame.
    const frame = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const start = performance.now();
    panel.shadowRoot!.querySelector<HTMLInputElement>('.value input')!.click();
    await frame;
    return performance.now() - start;
  });
  await page.context().close();
  return time;
}

type Change = (path: string, body: unknown) => unknown;

/** Delays the chunks that load after the first results, so that they are never counted as part of them. */
async function open(
  browser: Browser,
  files: Files,
  later: Promise<void>,
  change: Change = (_, body) => body,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { page, session, requests: await serve(page, files, later, change) };
}

async function serve(page: Page, files: Files, later: Promise<void>, change: Change): Promise<string[]> {
  const requests: string[] = [];
  await page.route('http://widgets.test/**', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: markup });
    if (url.pathname === '/favicon.ico') return route.fulfill({ status: 204 });
    requests.push(url.pathname);
    const code = files.get(url.pathname.slice(1));
    if (afterFirstResults.test(url.pathname)) await later;
    if (code) return route.fulfill({ contentType: 'text/javascript', body: code });
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_TIME_MS));
    const { status, body } = respond(url, request.postData() ?? '');
    return route.fulfill({ status, json: change(url.pathname, body) });
  });
  return requests;
}

async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

function manyValues(path: string, body: unknown): unknown {
  if (!path.endsWith('/search')) return body;
  const facets = Array.from({ length: facetValues }, (_, index) => ({
    count: facetValues - index,
    label: `Value ${index}`,
    value: null,
    children: null,
  }));
  return { ...(body as object), facets: [{ field: 'dyn_lit_many', label: 'Many', facets }] };
}

const markup = `<!doctype html><html lang="en"><title>Bench</title><main><h1>A page</h1>
<semantic-search configuration="7" token="t"></semantic-search></main>
<script type="module" src="/widget.js"></script>`;
