/**
 * Screenshots of every state of the widgets, in the pages of the museum.
 *
 *   pnpm screenshots [PART OF A NAME]   into demo/screenshots/
 *   pnpm screenshots --readme           into docs/pictures/, for README.md
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startService, temporaryDirectory } from '../test/support/service.ts';
import { openBrowser, visitor } from '../test/support/visitor.ts';

interface State {
  /** Path below `/demo/`, with the query string. */
  path: string;
  options?: BrowserContextOptions;
  /** Actions of a visitor that lead to the state. */
  act?: (page: Page) => Promise<unknown>;
  /** Captures the full page instead of the viewport. */
  whole?: boolean;
}

const results = (page: Page) => page.locator('.value, [aria-haspopup=dialog]').first().waitFor();
const box = (page: Page) => page.locator('input[role=combobox]');
const suggest = (text: string) => async (page: Page) => {
  await box(page).pressSequentially(text, { delay: 20 });
  await page.locator('[role=option]').first().waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press('ArrowDown');
};
const openTree = async (page: Page) => {
  await page.locator('button.disclosure').first().click();
  await page.locator('.tree .tree button.disclosure').first().click();
  await page.locator('.tree .tree input').nth(1).check();
  await page.locator('.chosen').first().waitFor();
};
const openDocument = async (page: Page) => {
  await page.locator('[part="title-link"]').first().click();
  await page.locator('semantic-search-detail [part=similar]').first().waitFor();
};
const explain = async (page: Page) => {
  await openDocument(page);
  await page.locator('.concept').first().click();
  await page.locator('.card').waitFor();
};
const failing = async (page: Page) => {
  await page.route('**/search', (route) => route.fulfill({ status: 503, json: {} }));
  await box(page).fill('owl');
  await page.keyboard.press('Enter');
  await page.locator('[part=error]').waitFor();
};
const offline = async (page: Page) => {
  await page.context().setOffline(true);
  await box(page).fill('owl');
  await page.keyboard.press('Enter');
  await page.locator('[part=error]').waitFor();
};
const recent = async (page: Page) => {
  for (const text of ['owl', 'mountain lion', 'life in the desert']) {
    await box(page).fill(text);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
  }
  await page.locator('[aria-label="Clear search"]').click();
  await page.locator('.private').waitFor();
};
const similar = async (page: Page) => {
  await page.locator('.fold').first().click();
  await page.locator('.result [part=similar], .result similar-docs').first().waitFor();
};
const palette = async (page: Page) => {
  await page.locator('.opener').click();
  await page.locator('.everything').waitFor();
};
const dialog = async (page: Page) => {
  await palette(page);
  await page.locator('.everything').click();
  await results(page);
};
const drawer = async (page: Page) => {
  await page.locator('button[aria-haspopup=dialog]').first().click();
  await page.locator('dialog[open] .value').first().waitFor();
};
const share = async (page: Page) => {
  await page.locator('.actions > button').click();
  await page.locator('semantic-search-actions button').first().waitFor();
};

const openRanges = async (page: Page) => {
  await page.locator('.value').first().waitFor();
  for (const name of ['Mass in kg', 'First described']) await page.getByRole('button', { name }).click();
  await page.locator('.slider').nth(1).waitFor();
};
const openDeep = async (page: Page) => {
  for (const depth of ['', '.tree .tree ', '.tree .tree .tree '])
    await page.locator(`${depth}button.disclosure`).first().click();
};
const openDeepInDrawer = async (page: Page) => {
  await drawer(page);
  await openDeep(page);
};
const nameAll = (page: Page) => page.locator('summary').click();
const scroll = async (page: Page) => {
  await dialog(page);
  // The dialog focuses its search box, which scrolls to the top.
  await page.waitForTimeout(500);
  await page.locator('dialog.modal').evaluate((modal) => modal.scrollTo(0, 600));
};
/** Doubles the text size, like a setting of the browser. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

const enlargeSearch = async (page: Page) => {
  await results(page);
  await enlarge(page);
  await page.locator('semantic-search').evaluate((search) => search.scrollIntoView());
};
const enlargeFilters = async (page: Page) => {
  await enlargeSearch(page);
  await drawer(page);
};
const drawerToItsEnd = async (page: Page) => {
  await drawer(page);
  await page.locator('dialog[open] button.disclosure').first().click();
  await page.locator('.drawer-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
};

const small = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const middle = { viewport: { width: 768, height: 1000 } };
const dark = { colorScheme: 'dark' } as const;
const forced = { forcedColors: 'active' } as const;
const puma = '?search.document=https%3A%2F%2Ffield-guide.example%2Fspecies%2Fpuma';

const states: Record<string, State> = {
  idle: { path: 'search.html' },
  'idle-whole': { path: 'search.html', whole: true },
  suggestions: { path: 'search.html', act: suggest('mountain l') },
  'suggestions-broad': { path: 'search.html', act: suggest('cat') },
  recent: { path: 'search.html', act: recent },
  results: { path: 'search.html?search=mountain+lion' },
  'results-owl': { path: 'search.html?search=owl' },
  'tree-open': { path: 'search.html', act: openTree },
  'tree-deep': { path: 'search.html', act: openDeep },
  understood: { path: 'search.html?search=mountain+lion', act: nameAll },
  ranges: { path: 'search.html', act: openRanges, whole: true },
  'large-text': { path: 'search.html?search=mountain+lion', act: enlarge },
  empty: { path: 'search.html?search=xylophonist' },
  correction: { path: 'search.html?search=mountian+lion' },
  error: { path: 'search.html', act: failing },
  offline: { path: 'search.html', act: offline },
  share: { path: 'search.html', act: share },
  'similar-in-place': { path: 'search.html?search=puma', act: similar },
  'detail-beside': {
    path: 'search.html',
    act: openDocument,
    options: { viewport: { width: 1440, height: 1000 } },
  },
  detail: {
    path: 'search.html',
    act: openDocument,
    options: { viewport: { width: 1000, height: 1000 } },
    whole: true,
  },
  'concept-card': { path: `search.html${puma}`, act: explain },
  palette: { path: 'dialog.html', act: palette },
  dialog: { path: 'dialog.html', act: dialog },
  'dialog-scrolled': { path: 'dialog.html', act: scroll },
  'dialog-closed': { path: 'dialog.html' },
  article: { path: 'article.html', whole: true },
  filters: { path: 'filters.html' },
  two: { path: 'two.html' },
  tierlexikon: { path: 'tierlexikon.html' },
  arabic: { path: 'arabic.html' },
  'arabic-suggestions': { path: 'arabic.html', act: suggest('أسد') },
  'arabic-detail': { path: 'arabic.html?search.document=https%3A%2F%2Ffield-guide.example%2Fspecies%2Fpuma' },
  'arabic-320': { path: 'arabic.html', options: small },
  'idle-320': { path: 'search.html', options: small },
  'suggestions-320': { path: 'search.html', options: small, act: suggest('mountain l') },
  'filters-320': { path: 'search.html', options: small, act: drawer },
  'detail-320': { path: `search.html${puma}`, options: small },
  'empty-320': { path: 'search.html?search=xylophonist', options: small },
  'dialog-320': { path: 'dialog.html', options: small, act: dialog },
  'filters-320-scrolled': { path: 'search.html', options: small, act: drawerToItsEnd },
  'large-text-320': { path: 'search.html?search=mountain+lion', options: small, act: enlargeSearch },
  'large-text-320-german': { path: 'tierlexikon.html', options: small, act: enlargeSearch },
  'large-text-320-arabic': { path: 'arabic.html', options: small, act: enlargeSearch },
  'large-text-320-filters': { path: 'search.html', options: small, act: enlargeFilters },
  'large-text-320-detail': { path: `search.html${puma}`, options: small, act: enlarge },
  'detail-320-share': { path: `search.html${puma}`, options: small, act: share },
  'cards-320': { path: 'tierlexikon.html', options: small, whole: true },
  'idle-768': { path: 'search.html', options: middle },
  'tree-deep-768': { path: 'search.html', options: middle, act: openDeepInDrawer },
  'cards-768': { path: 'tierlexikon.html', options: middle },
  'detail-768': { path: `search.html${puma}`, options: middle },
  'idle-dark': { path: 'search.html', options: dark },
  'results-dark': { path: 'search.html?search=mountain+lion', options: dark },
  'suggestions-dark': { path: 'search.html', options: dark, act: suggest('cat') },
  'detail-dark': {
    path: `search.html${puma}`,
    options: { ...dark, viewport: { width: 1440, height: 1000 } },
  },
  'ranges-dark': { path: 'search.html', options: dark, act: openRanges },
  'idle-forced': { path: 'search.html', options: forced },
  'results-forced': { path: 'search.html?search=mountain+lion', options: forced, act: openTree },
  'results-print': { path: 'search.html?search=mountain+lion' },
  'detail-print': { path: `search.html${puma}`, whole: true },
};

const readme = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const open = async (page: Page) => {
  await openDocument(page);
  await page.waitForTimeout(500);
};

/** Pictures of README.md, by the name of their file. */
const readmeStates: Record<string, State> = {
  results: { path: 'search.html?search=owl', options: readme },
  suggestions: { path: 'search.html', options: readme, act: suggest('wolf') },
  detail: {
    path: 'search.html?search=big+cats',
    options: { viewport: { width: 1440, height: 900 } },
    act: open,
  },
  dark: { path: 'search.html?search=sea+turtle', options: { ...readme, ...dark } },
  cards: { path: 'tierlexikon.html', options: readme },
  arabic: { path: 'arabic.html', options: phone },
  phone: { path: 'search.html?search=mountain+lion', options: phone },
};

const folder = fileURLToPath(new URL('screenshots/', import.meta.url));
const readmeFolder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const [part = ''] = process.argv.slice(2);
const isForReadme = part === '--readme';
await mkdir(isForReadme ? readmeFolder : folder, { recursive: true });
const { path: data, remove } = await temporaryDirectory();
const service = await startService(data);
const browser = await openBrowser();
for (const [name, { path, options, act, whole }] of Object.entries(isForReadme ? readmeStates : states)) {
  if (!isForReadme && !name.includes(part)) continue;
  const { page, leave } = await visitor(browser, { reducedMotion: 'reduce', ...options });
  await page.goto(`${service.url}/demo/${path}`);
  try {
    await page.waitForLoadState('networkidle');
    await act?.(page);
    if (name.endsWith('-print')) await page.emulateMedia({ media: 'print' });
    await page.waitForTimeout(500);
  } catch (cause) {
    console.error(`${name}: not reached: ${String(cause).split('\n')[0]}`);
    process.exitCode = 1;
  }
  if (isForReadme) await writeFile(`${readmeFolder}${name}.webp`, await webp(page));
  else await page.screenshot({ path: `${folder}${name}.png`, fullPage: whole ?? false });
  console.log(isForReadme ? `docs/pictures/${name}.webp` : `demo/screenshots/${name}.png`);
  await leave();
}
await browser.close();
await service.stop();
await remove();

/** A picture of the viewport; a quarter of the size of PNG. */
async function webp(page: Page): Promise<Buffer> {
  // Scrolls to the search, past the introduction of the page.
  await page.locator('semantic-search').evaluate((search) => search.scrollIntoView());
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}
