/** Comparison of the extracted text of built pages with the text that Chromium shows. */
import type { Browser, Page } from 'playwright-core';
import { folderPages } from '../../packages/sources/src/crawl/folder-fetcher.ts';
import { extractPage } from '../../packages/sources/src/html/extract-page.ts';
import { decodeMarkup } from '../../packages/sources/src/html/tree/decode.ts';
import { serveFolder } from '../support/static-site.ts';

export interface ComparedPage {
  path: string;
  /** Number of words that Chromium shows. */
  shown: number;
  /** Shown words that the extraction did not find. */
  missing: string[];
  /** Extracted words that styles or scripts hide until a visitor opens them, as in tabs. */
  hidden: string[];
  /** Other extracted words. */
  others: string[];
}

const MAX_SETTLING_MS = 1500;

/** Compares `count` pages of the built site in `folder`, evenly spread. */
export async function compareSite(folder: string, count: number, browser: Browser): Promise<ComparedPage[]> {
  const site = await serveFolder(folder, { hasBasePath: true });
  const base = `${site.origin}/`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  // Other hosts are not available, and their fonts and counters are not text of the page.
  await context.route(
    (url) => !url.href.startsWith(base),
    (route) => route.abort(),
  );
  const page = await context.newPage();
  try {
    const compared: ComparedPage[] = [];
    for (const address of spread(await folderPages(folder, base), count)) {
      const each = await comparePage(page, address, base);
      if (each) compared.push(each);
    }
    return compared;
  } finally {
    await context.close();
    site.close();
  }
}

function spread(addresses: string[], count: number): string[] {
  const step = Math.max(1, addresses.length / count);
  return Array.from(
    { length: Math.min(count, addresses.length) },
    (_, index) => addresses[Math.floor(index * step)]!,
  );
}

/** Undefined for pages that are not indexed: redirects, errors, and pages without text. */
async function comparePage(page: Page, address: string, base: string): Promise<ComparedPage | undefined> {
  const response = await fetch(address);
  const html = decodeMarkup(
    new Uint8Array(await response.arrayBuffer()),
    response.headers.get('content-type') ?? '',
  );
  const { document, refresh, noindex } = extractPage(html, address);
  if (refresh !== undefined || noindex) return undefined;
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle', { timeout: MAX_SETTLING_MS }).catch(() => undefined);
  const texts = await page.evaluate(contentTexts);
  const [shown, extracted] = [wordsOf(texts.shown), wordsOf(document.text)];
  const notShown = difference(extracted, shown);
  const others = difference(notShown, difference(wordsOf(texts.revealed), shown));
  return {
    path: address.slice(base.length),
    shown: shown.length,
    missing: difference(shown, extracted),
    hidden: difference(notShown, others),
    others,
  };
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replaceAll('\u00ad', '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** The words of the first list that the second one does not have, each as often as it has more of them. */
function difference(words: string[], others: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const left = counts.get(word) ?? 0;
    if (left > 0) counts.set(word, left - 1);
    return left === 0;
  });
}

/** In the browser: the main content by the documented rules, with all `details` open. */
function contentTexts(): { shown: string; revealed: string } {
  const removed =
    '[aria-hidden=true], [hidden], [data-search-ignore], [data-pagefind-ignore], select, noscript, dialog';
  const menus = 'nav, [role=navigation]';
  const roles = ['banner', 'contentinfo', 'complementary', 'search', 'form'];
  const surroundings = ['header', 'footer', 'aside', 'form', ...roles.map((role) => `[role=${role}]`)];
  const remove = (selector: string) => {
    for (const each of document.querySelectorAll(selector)) each.remove();
  };
  for (const details of document.querySelectorAll('details')) details.open = true;
  remove(`${removed}, script, style, template`);
  // `innerText` joins the items of a row, which styles separate.
  for (const item of document.querySelectorAll<HTMLElement>('li'))
    if (getComputedStyle(item).display.startsWith('inline'))
      item.style.setProperty('display', 'block', 'important');
  const reveal = (element: HTMLElement): void => {
    const { display, visibility } = getComputedStyle(element);
    if (display === 'none') element.style.setProperty('display', 'block', 'important');
    if (visibility === 'hidden') element.style.setProperty('visibility', 'visible', 'important');
    for (const child of element.children) if (child instanceof HTMLElement) reveal(child);
  };
  // biome-ignore lint/performance/useDomNodeTextContent: only the text that is shown is meant
  const textOf = (elements: HTMLElement[]) => elements.map((element) => element.innerText).join('\n');
  const marks = '[data-search-body], [data-pagefind-body]';
  for (const selector of [marks, 'main', 'article', '[role=main]', 'body']) {
    if (selector !== marks) for (const menu of menus.split(', ')) remove(`:is(${selector}) :is(${menu})`);
    if (selector === 'body') remove(surroundings.join());
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const outermost = all.filter(
      (element) => !element.parentElement?.closest(selector) && element.checkVisibility(),
    );
    if (outermost.length === 0) continue;
    const shown = textOf(outermost);
    outermost.forEach(reveal);
    return { shown, revealed: textOf(outermost) };
  }
  return { shown: '', revealed: '' };
}
