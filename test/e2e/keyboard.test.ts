/** Complete visit by keyboard alone, with a visible focus at every step. */
import { expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { focus, tabTo } from '../support/keyboard.ts';
import { resultCount, resultsHeading, resultTitles } from '../support/visitor.ts';

const service = served();
const visitor = visiting();

it('searches, filters, opens documents, goes back and pages by keyboard alone', async () => {
  const { page, pageErrors, leave } = await visitor();
  await page.goto(service.url);
  await resultsHeading(page, '335 results');
  const { keyboard } = page;

  await tabTo(page, /^Search$/);
  await keyboard.type('mountain lion');
  await page.getByRole('option', { name: /puma.*mountain lion/ }).waitFor();
  await keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /puma/i, selected: true }).first().waitFor();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'hidden' });
  await resultsHeading(page, /“mountain lion”/);
  expect((await resultTitles(page))[0]).toBe('Puma');

  await keyboard.press('Escape');
  await resultsHeading(page, '335 results');
  await tabTo(page, /^Show narrower topics of vertebrates$/);
  await keyboard.press('Enter');
  await tabTo(page, /^mammals/);
  await keyboard.press('Space');
  await page.getByRole('button', { name: 'Remove filter mammals' }).waitFor();
  await page.getByRole('heading', { name: '335 results' }).waitFor({ state: 'detached' });
  const mammals = await resultCount(page);
  expect(mammals).toBeGreaterThan(90);
  await expect.poll(async () => (await focus(page)).name).toMatch(/^mammals/);

  const [first = ''] = await resultTitles(page);
  await tabTo(page, new RegExp(`^${first}$`));
  await keyboard.press('Enter');
  await page
    .getByRole('article', { name: first })
    .getByText(/^In common: /)
    .first()
    .waitFor();
  await expect.poll(() => focus(page)).toMatchObject({ name: first, tag: 'h2' });

  const similar = page.getByRole('article', { name: first }).getByRole('listitem').getByRole('link').first();
  const next = (await similar.textContent())!.trim();
  await tabTo(page, new RegExp(`^${next}$`));
  await keyboard.press('Enter');
  await page
    .getByRole('article', { name: next })
    .getByText(/^In common: /)
    .first()
    .waitFor();
  await expect.poll(() => focus(page)).toMatchObject({ name: next, tag: 'h2' });

  await keyboard.press('Escape');
  await page
    .getByRole('article', { name: next })
    .getByText(/^In common: /)
    .first()
    .waitFor({ state: 'detached' });
  await expect.poll(async () => (await focus(page)).tag).not.toBe('body');

  await tabTo(page, /^Next$/);
  await keyboard.press('Enter');
  await page.locator('[aria-current=page]', { hasText: '2' }).waitFor();
  await expect.poll(async () => (await focus(page)).name).toBe(`${mammals} results`);

  await keyboard.press('/');
  await expect.poll(async () => (await focus(page)).name).toBe('Search');
  expect(pageErrors).toEqual([]);
  await leave();
});

it('opens and closes the filter drawer by keyboard alone', async () => {
  const { page, pageErrors, leave } = await visitor({ viewport: { width: 360, height: 700 } });
  await page.goto(service.url);
  await resultsHeading(page, '335 results');
  await tabTo(page, /^Filters/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  // Collapsed, like all but the first three.
  await tabTo(page, /^Type/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^mammal/);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Show 105 results' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Filters' }).waitFor({ state: 'hidden' });
  await expect.poll(async () => (await focus(page)).name).toMatch(/^Filters/);
  await resultsHeading(page, '105 results');
  expect(pageErrors).toEqual([]);
  await leave();
});
