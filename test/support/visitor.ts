/** Visitor with a real browser that records all errors of the pages. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SearchEvent } from '@semantic-search/contract';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from './browser.ts';

export interface Visitor {
  page: Page;
  /** Console errors, exceptions, violations of the content security policy, and responses from status 400. */
  pageErrors: string[];
  leave(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: browserArguments });
}

export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const pageErrors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
  });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) pageErrors.push(`${response.status()} ${response.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`violates ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  return { page, pageErrors, leave: () => context.close() };
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Tags of the rules of axe. */
export const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: unknown; failureSummary: string }[];
}

/** Violations of rules, by their tags or ids, that axe finds in the current state of the page, each with its first element. */
export async function accessibilityViolations(
  page: Page,
  rules: readonly string[] = everyRule,
): Promise<string[]> {
  await animationsEnd(page);
  // Evaluated in the page, because its policy would block a script element.
  const violations = (await page.evaluate(
    `${axe}; axe.run({ runOnly: ${JSON.stringify(rules)} }).then((found) => found.violations)`,
  )) as AxeViolation[];
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`,
  );
}

/** Waits for animations; half faded-in text would have too little contrast. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const within = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations().filter(({ effect }) => effect!.getComputedTiming().endTime !== Infinity),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? within(shadowRoot) : [])),
    ];
    await Promise.all(within(document).map(({ finished }) => finished.catch(() => undefined)));
  });
}

/**
 * Records the events of searches that pages hand over to the browser. Returns a function that reads the events on a page of the
 * same origin: a page that is left reports no requests any more.
 */
export async function recordEvents(page: Page): Promise<() => Promise<SearchEvent[]>> {
  await page.addInitScript(() => {
    const send = navigator.sendBeacon;
    navigator.sendBeacon = function (address, body) {
      const events = [
        ...JSON.parse(localStorage.getItem('events') ?? '[]'),
        ...JSON.parse(String(body)).events,
      ];
      localStorage.setItem('events', JSON.stringify(events));
      return send.call(this, address, body);
    };
  });
  return async () => JSON.parse((await page.evaluate(() => localStorage.getItem('events'))) ?? '[]');
}

/** Heading of the results, once the latest response has arrived. */
export async function resultsHeading(page: Page, text: string | RegExp): Promise<string> {
  const heading = page.getByRole('heading', { name: text });
  await heading.waitFor();
  return (await heading.textContent()) ?? '';
}

/** Displayed number of results, once there is one. */
export async function resultCount(page: Page): Promise<number> {
  const text = await resultsHeading(page, /^[\d,]+ results?\b/);
  return Number(/^[\d,]+/.exec(text.trim())![0].replace(',', ''));
}

/** Titles of the results in order. */
export function resultTitles(page: Page): Promise<string[]> {
  return page.locator('[part="result"] [part="title-link"]').allTextContents();
}
