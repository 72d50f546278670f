/** Arabic page: translation, direction and numerals in every state that a visitor meets. */
import { expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

it.each([1280, 320])(
  'a visit in Arabic at %i pixels reads from right to left and finds the puma',
  async (width) => {
    const visit = await visitor({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const { page } = visit;
    await page.goto(`${service.url}/demo/arabic.html`);
    await page.getByRole('heading', { name: 'دليل الحيوانات', level: 2 }).waitFor();
    await page.getByRole('heading', { name: /نتيجة|نتائج/ }).waitFor();
    const box = page.getByRole('combobox', { name: 'بحث' });
    const icon = await page.locator('semantic-search-box .search-icon').boundingBox();
    const field = (await box.boundingBox())!;
    expect(icon!.x, 'the search icon is at the start').toBeGreaterThan(field.x);
    await box.fill('أسد الجبال');
    await box.press('Enter');
    const first = page.locator('[part="title-link"]').first();
    await page.getByRole('link', { name: 'Puma' }).first().waitFor();
    expect(await first.textContent()).toContain('Puma');
    expect(await accessibilityViolations(page)).toEqual([]);
    await first.click();
    const puma = page.getByRole('article', { name: 'Puma' });
    await puma.getByRole('definition').first().waitFor();
    for (const term of await puma.getByRole('term').allTextContents())
      expect(term).toMatch(/^\p{Script=Arabic}/u);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    // No English interface text of the widget remains on the page.
    const said = await page.evaluate(() => {
      const labels: string[] = [];
      const walk = (root: ParentNode) => {
        for (const element of root.querySelectorAll('button, label, h2, [aria-label]')) {
          labels.push(element.getAttribute('aria-label') ?? element.textContent ?? '');
          if (element.shadowRoot) walk(element.shadowRoot);
        }
        for (const element of root.querySelectorAll('*')) if (element.shadowRoot) walk(element.shadowRoot);
      };
      walk(document);
      return labels.join(' | ');
    });
    expect(said).not.toMatch(/\b(?:Search|Filters?|Clear|Show|Sort|Close|Back|results?|Similar)\b/);
    expect(visit.pageErrors).toEqual([]);
    await visit.leave();
  },
);
