/** Main user journey in a real browser: search, filter, page, open a document, follow a similar one, go back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { resultCount, resultsHeading, resultTitles, type Visitor } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
let visit: Visitor;

beforeEach(async () => {
  visit = await visitor();
  await visit.page.goto(service.url);
  await resultsHeading(visit.page, '335 results');
});
afterEach(async () => {
  expect(visit.pageErrors).toEqual([]);
  await visit.leave();
});

const box = () => visit.page.getByRole('combobox', { name: 'Search', exact: true });
const detailTitle = (name: string) =>
  visit.page.getByRole('article', { name }).getByRole('heading', { name, exact: true }).first();

async function searchFor(input: string): Promise<string[]> {
  await box().fill(input);
  await box().press('Enter');
  // Removes the isolation of right-to-left text.
  await resultsHeading(visit.page, new RegExp(`“\u2068?${input}\u2069?”`));
  return resultTitles(visit.page);
}

describe('searching', () => {
  it('finds the puma for "mountain lion" and explains it', async () => {
    expect((await searchFor('mountain lion'))[0]).toBe('Puma');
    await visit.page.getByText('Also showing').waitFor();
    await visit.page.getByText('cougar', { exact: true }).first().waitFor();
    // Grouped by language, with Arabic labels together.
    await visit.page.getByText(/^and \d+ more$/).click();
    const words = await visit.page.locator('.added em').allTextContents();
    const scripts = words.map((word) => (/\p{Script=Arabic}/u.test(word) ? 'a' : '-')).join('');
    expect(scripts).toMatch(/^-+aa+-*$/);
  });

  it('suggests the concept for a typed synonym and filters by it', async () => {
    await box().pressSequentially('mountain l');
    const suggestion = visit.page.getByRole('option', { name: /puma.*mountain lion/ });
    await suggestion.click();
    await resultsHeading(visit.page, '1 result');
    expect(await resultTitles(visit.page)).toEqual(['Puma']);
    await visit.page.getByRole('button', { name: 'Remove filter puma' }).click();
    await resultsHeading(visit.page, '335 results');
  });

  it('keeps the active suggestion when others arrive before it', async () => {
    const { page } = visit;
    const { promise: documentsAreThere, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/suggestConcepts*', async (route) => {
      await documentsAreThere;
      await route.continue();
    });
    await box().pressSequentially('owl');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await suggestions.getByRole('option').first().waitFor();
    await box().press('ArrowDown');
    const chosen = suggestions.getByRole('option', { selected: true });
    const name = await chosen.textContent();
    goOn();
    await suggestions.getByRole('option', { name: /^owls/ }).waitFor();
    expect(await chosen.textContent()).toBe(name);
  });

  it('waits until an input method has finished composing', async () => {
    const { page } = visit;
    await box().focus();
    const session = await page.context().newCDPSession(page);
    const end = { selectionStart: 3, selectionEnd: 3 };
    await session.send('Input.imeSetComposition', { text: 'owl', ...end });
    await session.send('Input.insertText', { text: 'owl' });
    await resultsHeading(page, /“owl”/);
  });

  it('finds English documents for a German query', async () => {
    expect((await searchFor('Berglöwe'))[0]).toBe('Puma');
    const titles = await searchFor('Bären');
    expect(titles).toEqual(expect.arrayContaining(['Brown bear', 'Polar bear']));
  });

  it('finds English documents for an Arabic query', async () => {
    expect((await searchFor('أسد الجبال'))[0]).toBe('Puma');
  });

  it('offers a spelling correction and applies it only on request', async () => {
    await searchFor('mountian lion');
    expect(new URL(visit.page.url()).searchParams.get('search')).toBe('mountian lion');
    await visit.page.getByText('Also showing').waitFor();
    await visit.page.getByRole('button', { name: 'mountain lion', exact: true }).click();
    await resultsHeading(visit.page, /“mountain lion”/);
    expect((await resultTitles(visit.page))[0]).toBe('Puma');
  });

  it('explains an empty result and offers alternatives', async () => {
    await searchFor('xylophonist');
    await visit.page.getByRole('heading', { name: 'Nothing found for “xylophonist”' }).waitFor();
  });
});

describe('filtering', () => {
  it('by a broad concept returns as many results as its count', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Show narrower topics of vertebrates' }).click();
    const mammals = page.getByRole('checkbox', { name: /^mammals \d+ documents$/ });
    const count = Number(
      /\d+/.exec((await mammals.getAttribute('aria-label')) ?? (await nameOf(mammals)))![0],
    );
    await mammals.check();
    await resultsHeading(page, `${count} results`);
    await page.getByRole('button', { name: 'Show narrower topics of mammals' }).click();
    await page.getByRole('checkbox', { name: /^bird 85 documents$/ }).waitFor({ state: 'detached' });
    await page
      .getByRole('checkbox', { name: /^(?:bats|carnivor|cats)/ })
      .first()
      .waitFor();
    await page.reload();
    await resultsHeading(page, `${count} results`);
    await page.getByRole('button', { name: 'Remove filter mammals' }).click();
    await resultsHeading(page, '335 results');
  });

  it('combines values of one facet with OR and facets with AND', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('checkbox', { name: 'mammal 105 documents' }).check();
    await resultsHeading(page, '105 results');
    await page.getByRole('checkbox', { name: 'bird 85 documents' }).check();
    await resultsHeading(page, '190 results');
    await page.getByRole('checkbox', { name: /^Africa \d+ documents/ }).check();
    await page.getByRole('heading', { name: '190 results' }).waitFor({ state: 'detached' });
    expect(await resultCount(page)).toBeLessThan(70);
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await resultsHeading(page, '335 results');
  });
});

describe('paging', () => {
  it('shows the next ten results, keeps the position in the URL and goes back', async () => {
    const { page } = visit;
    const first = await resultTitles(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current=page]')).waitFor();
    const second = await resultTitles(page);
    expect(second.length).toBe(10);
    expect(second.filter((title) => first.includes(title))).toEqual([]);
    await page.reload();
    await page.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current=page]')).waitFor();
    expect(await resultTitles(page)).toEqual(second);
    await page.goBack();
    await page.getByRole('link', { name: 'Page 1' }).and(page.locator('[aria-current=page]')).waitFor();
    expect(await resultTitles(page)).toEqual(first);
  });
});

describe('a document', () => {
  it('opens from its title, links to a similar one, and the back button returns', async () => {
    const { page } = visit;
    await searchFor('mountain lion');
    await page.locator('[part="title-link"]', { hasText: 'Puma' }).click();
    await detailTitle('Puma').waitFor();
    await page.getByText('no other wild land mammal of the Americas').last().waitFor();
    await page.getByRole('definition').filter({ hasText: 'Felidae' }).waitFor();
    await page
      .getByText(/^In common: /)
      .first()
      .waitFor();

    const similar = page.getByRole('article', { name: 'Puma' }).getByRole('link', { name: 'Snow leopard' });
    await similar.first().click();
    await detailTitle('Snow leopard').waitFor();
    await page.goBack();
    await detailTitle('Puma').waitFor();
    await page.goBack();
    await page
      .getByRole('article', { name: 'Puma' })
      .getByRole('definition')
      .first()
      .waitFor({ state: 'detached' });
    await resultsHeading(page, /“mountain lion”/);
    await page.goBack();
    await resultsHeading(page, '335 results');
    await page.goForward();
    await resultsHeading(page, /“mountain lion”/);
  });

  it('has explanations of the concepts in its text', async () => {
    const { page } = visit;
    await searchFor('mountain lion');
    await page.locator('[part="title-link"]', { hasText: 'Puma' }).click();
    await page.getByRole('article', { name: 'Puma' }).getByRole('button', { name: 'Patagonia' }).click();
    await page.getByRole('dialog').getByText('Patagonia').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describe('another configuration', () => {
  it('can be selected and has its own theme', async () => {
    const { page } = visit;
    const choice = page.getByLabel('Search application');
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Field guide',
      'Tierlexikon',
      'دليل الحيوانات',
    ]);
    const before = await page
      .locator('[part="navbar"]')
      .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    await choice.selectOption('Tierlexikon');
    await page.getByRole('heading', { name: 'Tierlexikon' }).waitFor();
    await resultsHeading(page, '335 results');
    expect((await resultTitles(page)).length).toBe(12);
    const after = await page
      .locator('[part="navbar"]')
      .evaluate((bar) => getComputedStyle(bar).backgroundColor);
    expect(after).not.toBe(before);
    await page.goBack();
    await page.getByRole('heading', { name: 'Field guide' }).waitFor();
  });
});

/** Accessible name as assistive technologies compute it. */
async function nameOf(locator: ReturnType<typeof box>): Promise<string> {
  return /"(.+)"/.exec(await locator.ariaSnapshot())?.[1] ?? '';
}
