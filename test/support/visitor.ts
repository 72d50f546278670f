/** A visitor with a real browser, who hears every complaint of the pages: for tests. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from './browser.ts';

export interface Visitor {
  page: Page;
  /** Errors on the console, exceptions, violations of the content security policy, and answers from 400 up. */
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
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeViolation {
  id: string;
  help: string;
  nodes: { target: unknown; failureSummary: string }[];
}

/** What axe finds wrong with the page as it is now, each with the first element concerned. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await animationsEnd(page);
  // In the page's own world, but not through a script element, which the page's policy would refuse.
  const violations = (await page.evaluate(
    `${axe}; axe.run({ runOnly: ${JSON.stringify(rules)} }).then((found) => found.violations)`,
  )) as AxeViolation[];
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`,
  );
}

/** Until what fades or moves has come to its end; half faded in, it would be too pale to read. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const within = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations().filter(({ effect }) => effect!.getComputedTiming().endTime !== Infinity),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? within(shadowRoot) : [])),
    ];
    await Promise.all(within(document).map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** The heading over the results, once the answer to the newest question is there. */
export async function resultsHeading(page: Page, text: string | RegExp): Promise<string> {
  const heading = page.getByRole('heading', { name: text });
  await heading.waitFor();
  return (await heading.textContent()) ?? '';
}

/** The number of results that the page tells, once it tells one. */
export async function resultCount(page: Page): Promise<number> {
  const text = await resultsHeading(page, /^[\d,]+ results?\b/);
  return Number(/^[\d,]+/.exec(text.trim())![0].replace(',', ''));
}

/** Titles of the results, in order. */
export function resultTitles(page: Page): Promise<string[]> {
  return page.locator('[part="result"] [part="title-link"]').allTextContents();
}
