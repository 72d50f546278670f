/** Rules in the studio: conditions and documents that are chosen, edits of two people, and sessions that end. */
import type { CurationRule } from '@semantic-search/contract';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { served, visiting } from '../support/fixtures.ts';
import { signedIn as signedInAt } from '../support/studio.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const service = served();
const visitor = visiting();
const place = 'curation?configuration=1';

const signedIn = (options: Partial<Parameters<typeof signedInAt>[2]> = {}) =>
  signedInAt(visitor, service, { place, ...options });

async function rules(): Promise<CurationRule[]> {
  const { body } = await service.call('GET', '/api/configurations/1');
  return (body.config as { curation?: CurationRule[] }).curation ?? [];
}

const jobs: CurationRule = { name: 'jobs', when: { match: 'equals', query: 'jobs' } };
const hours: CurationRule = { name: 'hours', when: { match: 'equals', query: 'hours' } };

beforeEach(async () => {
  await service.call('PUT', '/api/configurations/1', { body: { config: { curation: [jobs, hours] } } });
});

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('Saved. The rules apply from now on.').waitFor();
};

it.each([1280, 320])('chooses conditions from the search space, by keyboard, at %i px', async (width) => {
  const { page, pageErrors, leave } = await signedIn({ role: 'editor', viewport: { width, height: 800 } });
  await page.getByRole('button', { name: 'Change jobs' }).press('Enter');
  const added = page.getByRole('group', { name: 'Add a condition:' });
  await added.getByRole('button', { name: 'Concept' }).press('Enter');
  await page.keyboard.type('carniv');
  await page
    .getByRole('button', { name: /^Carnivor.* documents?$/i })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(/about carnivor/i).waitFor();
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Remove Concept');
  await added.getByRole('button', { name: 'Filter' }).press('Enter');
  await page.getByRole('combobox', { name: /^Filter/ }).selectOption({ label: 'Habitats' });
  const value = page.getByRole('combobox', { name: /^Value/ });
  await expect.poll(() => value.locator('option').count()).toBeGreaterThan(3);
  const chosen = (await value.locator('option').nth(1).textContent())!;
  expect(chosen).toMatch(/^.+ \(\d+\)$/);
  await value.selectOption({ index: 1 });
  await added.getByRole('button', { name: 'Language' }).press('Enter');
  await page.locator('.condition-language select').selectOption('de');
  await page.getByText(`with the filter Habitats = ${chosen.replace(/ \(\d+\)$/, '')}`).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await save(page);
  const [{ when }] = (await rules()) as [CurationRule];
  expect(when).toMatchObject({ match: 'equals', query: 'jobs', language: 'de' });
  expect(when.concept).toMatch(/^https:\/\/field-guide\.example\//);
  expect(when.field).toMatch(/^dyn_/);
  await page.reload();
  await page.getByText(/about carnivor/i).waitFor();
  await page.getByRole('button', { name: 'Change jobs' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Concept' }).press('Enter');
  await save(page);
  expect((await rules())[0]!.when.concept).toBeUndefined();
  expect(pageErrors).toEqual([]);
  await leave();
});

it('leads to a new rule below many others, and shows there that it is saved', async () => {
  const many = Array.from({ length: 20 }, (_, i) => ({ ...jobs, name: `rule ${i}` }));
  await service.call('PUT', '/api/configurations/1', { body: { config: { curation: many } } });
  const { page, leave } = await signedIn();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'New rule' }).click();
  const search = page.getByRole('combobox', { name: 'Search', exact: true }).last();
  expect(await search.evaluate((select) => document.activeElement === select)).toBe(true);
  await expect.poll(async () => (await search.boundingBox())!.y).toBeLessThan(900);
  await page.getByLabel('Show the text').fill('Hello');
  await save(page);
  const { y } = (await page.getByText('Saved. The rules apply from now on.').boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y).toBeLessThan(900);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await leave();
});

it('asks before a rule without a condition applies to all searches, and not about a rule with one', async () => {
  const { page, pageErrors, leave } = await signedIn();
  await page.getByRole('button', { name: 'New rule' }).press('Enter');
  const search = page.getByRole('combobox', { name: 'Search', exact: true }).last();
  const consequence = 'Without a query, a concept or a filter, a rule applies to all searches.';
  await page.getByText(consequence).waitFor();
  expect(await search.getAttribute('aria-describedby')).toBe('applies-to-all');
  await page.getByLabel('Show the text').fill('Hello');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Save rules' }).press('Enter');
  await expect.poll(() => questions).toEqual([`“rule”: ${consequence}\n\nSave anyway?`]);
  expect(await rules()).toHaveLength(2);
  expect(await accessibilityViolations(page)).toEqual([]);
  await search.selectOption('the query contains');
  await page.getByText(consequence).waitFor({ state: 'detached' });
  await page.getByLabel('Query', { exact: true }).first().fill('hello');
  await save(page);
  expect((await rules())[2]!.when).toEqual({ match: 'contains', query: 'hello' });
  await search.selectOption('any search');
  await page.getByRole('checkbox', { name: 'On' }).uncheck();
  await save(page);
  expect(questions).toHaveLength(1);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('leads from a tried query to the concepts of the search space', async () => {
  const { page, leave } = await signedIn();
  await page.getByRole('searchbox', { name: 'Query' }).fill('zzzxqv');
  await page.keyboard.press('Enter');
  await page.getByText(/^0 results? with the saved rules/).waitFor();
  await page.getByRole('link', { name: 'Add a synonym' }).press('Enter');
  await page.getByRole('group', { name: 'Labels' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Label');
  expect(await page.getByRole('textbox', { name: 'Label' }).last().inputValue()).toBe('zzzxqv');
  await leave();
});

it('asks once before another search is shown, and stays at the search if the person declines', async () => {
  const { body: created } = await service.call('POST', '/api/configurations', {
    body: { config: { title: 'Other', searchSpace: 'field-guide' } },
  });
  const { page, leave } = await signedIn();
  const questions: string[] = [];
  let isAccepted = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void (isAccepted ? dialog.accept() : dialog.dismiss());
  });
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByLabel('Show the text').fill('Hello');
  const search = page.getByRole('combobox', { name: 'Search', exact: true }).first();
  await search.selectOption(`${created.id}`);
  expect(questions).toEqual(['confirm']);
  expect(await search.inputValue()).toBe('1');
  isAccepted = true;
  await search.selectOption(`${created.id}`);
  await page.getByText('There are no rules.').waitFor();
  expect(questions).toEqual(['confirm', 'confirm']);
  expect(new URL(page.url()).searchParams.get('configuration')).toBe(`${created.id}`);
  await leave();
  await service.call('DELETE', `/api/configurations/${created.id}`);
});

it('shows many problems of rules without covering the rules', async () => {
  const many = Array.from({ length: 40 }, (_, i) => ({
    ...jobs,
    name: `rule ${i}`,
    redirect: `https://a.example/${i}`,
  }));
  await service.call('PUT', '/api/configurations/1', { body: { config: { curation: many } } });
  const { page, leave } = await signedIn();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Show the text').fill('Hello');
  const padding = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBlockStart);
  expect(await padding()).toBe('auto');
  await save(page);
  expect(await padding()).not.toBe('auto');
  const problems = page.getByRole('alert').filter({ has: page.getByRole('listitem') });
  await expect.poll(() => problems.getByRole('listitem').count()).toBeGreaterThan(39);
  expect((await problems.boundingBox())!.height).toBeLessThan(400);
  await page.getByRole('button', { name: 'Save rules' }).focus();
  const isFocusVisible = () => {
    const focused = document.activeElement!;
    const { x, y, width, height } = focused.getBoundingClientRect();
    return focused.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(isFocusVisible), `after ${step} steps`).toBe(true);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await leave();
});

it('applies a rule with a chosen filter to the filter that visitors choose', async () => {
  const { page, leave } = await signedIn();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByRole('combobox', { name: 'Search' }).last().selectOption({ label: 'any search' });
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: /^Filter/ }).selectOption({ label: 'Habitats' });
  const value = page.getByRole('combobox', { name: /^Value/ });
  await expect.poll(() => value.locator('option').count()).toBeGreaterThan(3);
  const label = (await value.locator('option').nth(1).textContent())!.replace(/ \(\d+\)$/, '');
  await value.selectOption({ index: 1 });
  await page.getByLabel('Show the text').fill('Only in this habitat');
  await save(page);
  await page.goto(`${service.url}/?configuration=1`);
  await page
    .getByRole('checkbox', { name: new RegExp(`^${label}`) })
    .first()
    .check();
  await page.getByText('Only in this habitat').waitFor();
  await leave();
});

it('accepts a value that is not among the most frequent ones, and a language that the space does not report', async () => {
  const { page, leave } = await signedIn({ place: 'searches' });
  await page.route('**/api/spaces', async (route) => {
    const response = await route.fetch();
    const { spaces } = await response.json();
    await route.fulfill({ json: { spaces: spaces.map((space: object) => ({ ...space, languages: [] })) } });
  });
  await page.route('**/search', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const facets = Array.from({ length: 500 }, (_, i) => ({ value: `v${i}`, label: `Value ${i}`, count: 1 }));
    await route.fulfill({
      json: { ...body, facets: body.facets.map((group: object) => ({ ...group, facets })) },
    });
  });
  await page.goto(`${service.url}/studio/${place}`);
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: /^Filter/ }).selectOption({ label: 'Habitats' });
  await page.locator('datalist option').first().waitFor({ state: 'attached' });
  await page.getByRole('combobox', { name: 'Value' }).pressSequentially('rare');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.locator('.condition-language input').pressSequentially('de-AT');
  expect(await accessibilityViolations(page)).toEqual([]);
  await save(page);
  expect((await rules())[0]!.when).toMatchObject({ value: 'rare', language: 'de-AT' });
  await leave();
});

it('keeps what is typed while the rules are saved', async () => {
  const { page, leave } = await signedIn();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  const shown = page.getByLabel('Show the text');
  await shown.fill('First');
  await page.route('**/api/configurations/1', async (route) => {
    const response = await route.fetch();
    await shown.press('End');
    await shown.pressSequentially(' and second');
    await route.fulfill({ response });
  });
  await save(page);
  expect(await shown.inputValue()).toBe('First and second');
  await page.unroute('**/api/configurations/1');
  await save(page);
  await expect.poll(async () => (await rules())[0]!.banner?.text).toBe('First and second');
  await leave();
});

it('pins a document that a search finds, and shows title and picture', async () => {
  const { page, pageErrors, leave } = await signedIn();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  const lookup = page.getByRole('searchbox', { name: 'Find a document to pin' });
  await lookup.fill('snowy owl');
  await page
    .getByRole('button', { name: /^Snowy owl/ })
    .first()
    .waitFor();
  await lookup.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await lookup.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByText(/pins “Snowy owl” at 1\./).waitFor();
  await page.locator('.pinned img').first().waitFor();
  await lookup.fill('xyzzyqq');
  await page.getByText('Nothing was found.').waitFor();
  await save(page);
  await page.reload();
  await page.getByText(/pins “Snowy owl” at 1\./).waitFor();
  expect((await rules())[0]!.pin).toEqual([{ id: expect.stringContaining('snowy-owl'), position: 1 }]);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('tries a rule for one language in this language', async () => {
  const { page, leave } = await signedIn({ place: 'curation?configuration=1&query=wolf&language=de' });
  const results = page.locator('.trial li');
  const third = (await results.nth(2).locator('bdi').first().textContent())!;
  await results.nth(2).getByRole('button', { name: /^Pin/ }).click();
  await save(page);
  await page.getByText(/applied: wolf$/).waitFor();
  expect(await results.first().locator('bdi').first().textContent()).toBe(third);
  await leave();
});

it('takes a time that is typed over another one', async () => {
  const from = '2026-10-25T02:30:00.000Z';
  const config = { curation: [{ ...jobs, when: { ...jobs.when, from } }] };
  await service.call('PUT', '/api/configurations/1', { body: { config } });
  const { page, leave } = await signedIn({ timezoneId: 'Europe/Berlin' });
  await page.getByRole('button', { name: 'Change jobs' }).click();
  const field = page.getByLabel('From', { exact: true });
  await field.click({ position: { x: 12, y: 18 } });
  for (const key of [...'01072027', 'Tab', ...'1015A']) await page.keyboard.press(key);
  expect(await field.inputValue()).toBe('2027-01-07T10:15');
  await save(page);
  expect((await rules())[0]!.when.from).toBe('2027-01-07T09:15:00.000Z');
  for (let part = 0; part < 6; part++) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Shift+Tab');
  }
  await field.fill('');
  await save(page);
  expect((await rules())[0]!.when.from).toBeUndefined();
  expect(await field.count()).toBe(1);
  await leave();
});

it('saves rules after someone else has changed other settings only', async () => {
  const { page, leave } = await signedIn();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByLabel('Show the text').fill('Beside another setting');
  const config = { popularSearches: { show: false, blocked: ['lawsuit'] } };
  await service.call('PUT', '/api/configurations/1', { body: { config } });
  await save(page);
  expect((await rules())[0]!.banner).toEqual({ text: 'Beside another setting' });
  const { body } = await service.call('GET', '/api/configurations/1');
  expect(body.config).toMatchObject(config);
  await leave();
});

it('saves rules once if the button is pressed twice', async () => {
  const { page, pageErrors, leave } = await signedIn();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByLabel('Show the text').fill('Once');
  await page.route('**/api/configurations/1', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Save rules' });
  await button.dblclick();
  await page.getByText('Saved. The rules apply from now on.').waitFor();
  expect((await rules())[0]!.banner).toEqual({ text: 'Once' });
  expect(await button.isDisabled()).toBe(true);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(pageErrors).toEqual([]);
  await leave();
});

it('makes a rule of a result that is pinned while no rule is open', async () => {
  const { page, leave } = await signedIn();
  await page.getByRole('searchbox', { name: 'Query' }).fill('giraffe');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /^Hide Giraffe/ })
    .first()
    .click();
  await page.getByText(/If the query is “giraffe”: hides “Giraffe/).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText(/If the query is “giraffe”/).waitFor({ state: 'detached' });
  await leave();
});

it('combines the rules of two editors, and names those that both have changed', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const show = async (page: Page, rule: string, words: string) => {
    await page.getByRole('button', { name: `Change ${rule}` }).click();
    await page.getByLabel('Show the text').fill(words);
  };
  await show(one.page, 'jobs', 'By the first');
  await save(one.page);
  await show(other.page, 'hours', 'By the second');
  await other.page.getByRole('button', { name: 'Save rules' }).click();
  await other.page.getByRole('alert').filter({ hasText: 'Someone else' }).waitFor();
  await other.page.getByText(/shows “By the first”/).waitFor();
  await save(other.page);
  expect((await rules()).map(({ banner }) => banner?.text)).toEqual(['By the first', 'By the second']);
  await one.page.getByLabel('Show the text').fill('Again by the first');
  await one.page.getByRole('button', { name: 'Close jobs' }).click();
  await show(one.page, 'hours', 'Also by the first');
  await one.page.getByRole('button', { name: 'Save rules' }).click();
  await one.page.getByText('Both of you have changed “hours”. Saving keeps your version.').waitFor();
  expect(await accessibilityViolations(one.page)).toEqual([]);
  await save(one.page);
  expect((await rules()).map(({ banner }) => banner?.text)).toEqual([
    'Again by the first',
    'Also by the first',
  ]);
  await one.leave();
  await other.leave();
});

it('keeps a rule while the person signs in again, and asks before going back', async () => {
  const { page, leave } = await signedIn({ place: 'searches' });
  await page.getByRole('link', { name: 'Curation', exact: true }).first().click();
  await page.getByRole('button', { name: 'Change jobs' }).click();
  await page.getByLabel('Show the text').fill('Not saved yet');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText(/^You are not signed in, or your session has ended/).waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Link', { exact: true }).fill(await service.signInLink('Vera', 'viewer'));
  await page.keyboard.press('Enter');
  await page.getByText('Vera').waitFor();
  await page.getByText(/shows “Not saved yet”/).waitFor();
  // The role of this person has no right to save.
  expect(await page.getByRole('button', { name: 'Save rules' }).count()).toBe(0);
  const questions: string[] = [];
  page.once('dialog', async (dialog) => {
    questions.push(dialog.message());
    await dialog.dismiss();
  });
  await page.goBack();
  await expect.poll(() => questions).toEqual(['Leave without saving your changes?']);
  await page.getByText(/shows “Not saved yet”/).waitFor();
  expect(page.url()).toContain('/studio/curation');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goBack();
  await page.getByRole('heading', { name: 'Searches', level: 1 }).waitFor();
  await leave();
});

it.each([390, 320])('has a bar of two rows at %i px, and the account in a menu', async (width) => {
  const { page, pageErrors, leave } = await signedIn({ place: 'access', viewport: { width, height: 800 } });
  expect((await page.locator('.top').boundingBox())!.height).toBeLessThanOrEqual(96);
  const account = page.locator('.holder summary');
  await account.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' });
  expect(await account.evaluate((summary) => summary === document.activeElement)).toBe(true);
  const current = page.getByRole('link', { name: 'Access', exact: true });
  const { x, width: size } = (await current.boundingBox())!;
  expect(x + size).toBeLessThanOrEqual(width);
  await page.goto(`${service.url}/editor?configuration=1`);
  const actions = page.locator('.actions');
  await actions.getByRole('button', { name: 'Embed' }).waitFor();
  expect((await actions.boundingBox())!.height).toBeLessThan(60);
  await actions.locator('summary').press('Enter');
  await actions.getByRole('button', { name: 'Delete' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
  await leave();
});
