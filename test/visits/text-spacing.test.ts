/** Text spacing (WCAG 1.4.12): no text is clipped when visitors increase it, even inside the widgets. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

/** Applies the spacing of the criterion to the page and to all shadow trees. */
const increaseSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    const apply = (root: Document | ShadowRoot) => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) apply(shadowRoot);
    };
    apply(document);
  });

/** Texts of buttons, links, labels and headings that are higher than their box and clipped by it. */
const clippedTexts = (page: Page) =>
  page.evaluate(() => {
    const elementsOf = (root: Document | ShadowRoot): HTMLElement[] =>
      [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? elementsOf(element.shadowRoot) : []),
      ]);
    return elementsOf(document)
      .filter((element) => element.matches('button, a, label, h1, h2, h3, h4') && element.checkVisibility())
      .filter((element) => {
        const isClipped = getComputedStyle(element).overflowY === 'hidden';
        // Text that is only for screen readers has a box of one pixel.
        return isClipped && element.clientHeight > 1 && element.scrollHeight > element.clientHeight + 1;
      })
      .map((element) => element.textContent?.trim().slice(0, 60));
  });

it.each([1280, 320])('keeps all content with increased text spacing at %i pixels', async (width) => {
  const { page, leave } = await visitor({ viewport: { width, height: 900 } });
  await page.goto(service.url);
  const searchBox = page.getByRole('combobox', { name: 'Search', exact: true });
  await searchBox.fill('mountain lion');
  await searchBox.press('Enter');
  await resultsHeading(page, /“mountain lion”/);
  await increaseSpacing(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await clippedTexts(page)).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await leave();
});
