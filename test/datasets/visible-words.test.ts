/** Words of real pages: folders with built sites in `BUILT_SITES`, and the manual. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/service.ts';
import { openBrowser } from '../support/visitor.ts';
import { type ComparedPage, compareSite } from './visible-words.ts';

const PAGES_PER_SITE = Number(process.env.PAGES_PER_SITE ?? 25);
/** Share of the shown words that are found, and of other words that are not on the page at all. */
const [MIN_FOUND, MAX_OTHERS] = [0.99, 0.01];

async function foldersOf(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
}

const { BUILT_SITES } = process.env;
const manual = join(root, 'docs/dist');
const hasManual = await stat(manual).then(
  () => true,
  () => false,
);
const sites = [...(BUILT_SITES ? await foldersOf(BUILT_SITES) : []), ...(hasManual ? [manual] : [])];
if (!BUILT_SITES)
  console.warn('Built sites are not compared with Chromium: BUILT_SITES names no folder of them.');

let browser: Browser;
const compared: ComparedPage[] = [];
beforeAll(async () => {
  if (sites.length > 0) browser = await openBrowser();
});
afterAll(async () => {
  if (sites.length === 0) return;
  await browser.close();
  console.log(line('all', compared));
});

function line(name: string, pages: ComparedPage[]): string {
  const sum = (count: (page: ComparedPage) => number) =>
    pages.reduce((total, page) => total + count(page), 0);
  const shown = sum((page) => page.shown);
  const percent = (count: number) => `${((100 * count) / Math.max(1, shown)).toFixed(2)} %`;
  const missing = sum((page) => page.missing.length);
  const hidden = sum((page) => page.hidden.length);
  const others = sum((page) => page.others.length);
  return `${name}: ${pages.length} pages, ${shown} words shown, ${percent(shown - missing)} found, ${percent(hidden)} hidden until opened, ${percent(others)} others`;
}

// A file without tests fails, so that one is named even if all are skipped.
it.skipIf(sites.length === 0).each(sites.length > 0 ? sites : ['no site'])(
  'finds the words that Chromium shows in %s, and no others',
  { timeout: 600_000 },
  async (folder) => {
    const pages = await compareSite(folder, PAGES_PER_SITE, browser);
    compared.push(...pages);
    console.log(line(basename(folder), pages));
    const shown = pages.reduce((total, page) => total + page.shown, 0);
    const missing = pages.flatMap((page) => page.missing);
    const others = pages.flatMap((page) => page.others);
    expect(missing.length, missing.slice(0, 20).join(' ')).toBeLessThanOrEqual((1 - MIN_FOUND) * shown);
    expect(others.length, others.slice(0, 20).join(' ')).toBeLessThanOrEqual(MAX_OTHERS * shown);
  },
);
