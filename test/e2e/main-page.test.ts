/** Main page: what the product is, and the way to the editor, the documentation and the examples. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { root } from '../support/service.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

/** `docs:build` builds it. */
const hasManual = existsSync(join(root, 'docs/dist'));

const service = served();
const visitor = visiting();

describe('the main page', () => {
  it.each([1280, 320])(
    'introduces the product and links to its other pages, %i pixels wide',
    async (width) => {
      const { page, pageErrors, leave } = await visitor({ viewport: { width, height: 900 } });
      await page.goto(service.url);
      await resultsHeading(page, '335 results');
      const sentence = page.getByText('for any website: understands words, in several languages');
      await sentence.filter({ visible: true }).waitFor();
      const links = page.locator('header, footer').getByRole('link');
      expect(await links.allTextContents()).toEqual([
        'Editor',
        'Example pages',
        ...(hasManual ? ['Manual'] : []),
        'API documentation',
      ]);
      expect(await accessibilityViolations(page)).toEqual([]);
      const overflow = () => document.documentElement.scrollWidth - innerWidth;
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      const urls = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
      expect(pageErrors).toEqual([]);
      await leave();
    },
  );
});
