/** Visibility of focus and controls (WCAG 2.4.7, 1.4.11), and instructions without positions (1.3.3). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editor } from '../support/editor.ts';
import { faintControls, focusedElement, focusPixels } from '../support/visible-changes.ts';
import { resultsHeading } from '../support/visitor.ts';

const { service, visitor, editing } = editor();

/** Fewest pixels that change with the focus: the outline of a square of 10 pixels. */
const MIN_PIXELS = 40;

/** Words that explain a control by its place, its shape or its color only. */
const POSITION =
  /\b(?:on|to|at) the (?:left|right|top|bottom)\b|\b(?:above|below|beneath)\b|\b(?:round|square|green|red|blue) (?:button|icon|field)\b/i;

/** Presses Tab `stops` times; returns the elements whose focus is not to be seen. Looks at two of each kind. */
async function invisibleFocus(page: Page, stops: number): Promise<string[]> {
  const invisible: string[] = [];
  const lookedAt = new Map<string, number>();
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const element = await focusedElement(page);
    if (!element) continue;
    const kind = await element.evaluate(({ localName, className }) => `${localName} ${className}`);
    const count = lookedAt.get(kind) ?? 0;
    if (count === 2) continue;
    lookedAt.set(kind, count + 1);
    const name = await element.evaluate((each) =>
      `${each.localName} ${each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 40)}`.trim(),
    );
    const pixels = await focusPixels(page, element);
    if (pixels < MIN_PIXELS) invisible.push(`${name}: ${pixels} pixels`);
  }
  expect(lookedAt.size).toBeGreaterThan(3);
  return invisible;
}

describe.each(['light', 'dark'] as const)('with %s colors', (colorScheme) => {
  it('the search page changes pixels by 3:1 where the focus is', async () => {
    const { page, leave } = await visitor({ colorScheme });
    await page.goto(`${service.url}/?search=mountain+lion`);
    await resultsHeading(page, /“mountain lion”/);
    expect(await invisibleFocus(page, 50)).toEqual([]);
    await leave();
  });

  it('the editor changes pixels by 3:1 where the focus is', async () => {
    const { page, leave } = await editing(1, { colorScheme });
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'hidden' });
    expect(await invisibleFocus(page, 40)).toEqual([]);
    await leave();
  });

  it('fields and icons of the search page have a contrast of 3:1', async () => {
    const { page, leave } = await visitor({ colorScheme });
    await page.goto(`${service.url}/?search=mountain+lion`);
    await resultsHeading(page, /“mountain lion”/);
    expect(await faintControls(page)).toEqual([]);
    await leave();
  });

  it('fields and icons of the editor have a contrast of 3:1', async () => {
    const { page, leave } = await editing(1, { colorScheme });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await faintControls(page)).toEqual([]);
    await leave();
  });
});

it('the editor explains no control by its place, shape or color', async () => {
  const { page, leave } = await editing(1);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  // Without the shadow root of the preview, which has texts of documents.
  const texts = await page.locator('css:light=button, label, legend, summary, p').allInnerTexts();
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => POSITION.test(text))).toEqual([]);
  await leave();
});
