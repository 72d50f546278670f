/** Changes in the editor by keyboard alone: preview, saving, rejection, and concurrent changes. */
import { describe, expect, it } from 'vitest';
import { editor, field, press, preview, type, waitForStatus } from '../support/editor.ts';
import { focus } from '../support/keyboard.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const { service, configuration, stored, editing } = editor();

describe('a change', () => {
  it('of title and color appears in the preview and, once saved, on the main page', async () => {
    const id = await configuration();
    const { page, pageErrors, leave } = await editing(id);
    await preview(page).getByRole('heading', { name: 'Marsh' }).waitFor();
    await type(page, /^Title$/, 'Wetlands');
    await preview(page).getByRole('heading', { name: 'Wetlands' }).waitFor();
    await press(page, /^Colors and logo/);
    const bar = () =>
      page.evaluate(() => {
        const root = document.querySelector('semantic-search')!.shadowRoot!;
        return getComputedStyle(root.querySelector('.navbar')!).backgroundColor;
      });
    await field(page, 'layout-navbar-backgroundColor').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('#004400');
    await expect.poll(bar).toBe('rgb(0, 68, 0)');
    await waitForStatus(page, '2 changes are not saved.');
    expect((await stored(id)).title).toBe('Marsh');
    await press(page, /^Save$/);
    await waitForStatus(page, 'Saved.');
    const { title, layout } = await stored(id);
    expect([title, layout.navbar!.backgroundColor]).toEqual(['Wetlands', '#004400']);
    await page.goto(`${service.url}/?configuration=${id}`);
    await page.getByRole('heading', { name: 'Wetlands' }).waitFor();
    expect(await bar()).toBe('rgb(0, 68, 0)');
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('that is unsaved blocks leaving the page and can be discarded', async () => {
    const { page, leave } = await editing(await configuration());
    await type(page, /^Title$/, 'Unsaved');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: /^Field guide/ }).press('Enter');
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    expect(await field(page, 'title').inputValue()).toBe('Unsaved');
    await press(page, /^Discard$/);
    expect(await field(page, 'title').inputValue()).toBe('Marsh');
    await page.getByRole('link', { name: /^Field guide/ }).press('Enter');
    await page.getByRole('heading', { name: 'Field guide', level: 1 }).waitFor();
    expect(dialogs).toHaveLength(1);
    await leave();
  });

  it('of an illegible color shows its contrast and the replacement', async () => {
    const { page, leave } = await editing(await configuration());
    await press(page, /^Colors and logo/);
    await field(page, 'layout-documents-fontColor').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('#aaaaaa');
    const notice = page.getByRole('group', { name: 'Results', exact: true }).getByRole('status');
    await notice
      .filter({
        hasText:
          /#aaaaaa has a contrast of 2\.3 : 1 to #ffffff, too little to be read \(4\.5 : 1 is needed\)\. Visitors see #[\da-f]{6}/,
      })
      .waitFor();
    await page.getByText('1 text color adjusted').waitFor();
    const promised = /Visitors see (#[\da-f]{6})/.exec(
      (await notice.textContent())!.replace(/\s+/g, ' '),
    )![1]!;
    const shown = await page.evaluate(() => {
      const element = document.querySelector<HTMLElement>('semantic-search')!;
      return element.style.getPropertyValue('--text');
    });
    expect(shown).toContain(promised);
    await press(page, new RegExp(`^Use ${promised}$`));
    await notice.filter({ hasText: /^\s*Contrast [4-9]\.\d : 1\s*$/ }).waitFor();
    await leave();
  });

  it('of a list works by keyboard: add, move with focus, remove', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await press(page, /^Filters$/);
    const facets = page.getByRole('group', { name: 'Facets' });
    const offers = facets.locator('#setting-filter-facetsToShow-offers');
    const first = await offers.locator('option').first().textContent();
    const second = await offers.locator('option').nth(1).textContent();
    await press(page, /^Add this facet$/);
    await expect.poll(async () => (await focus(page)).name).toBe(first);
    await facets.getByRole('button', { name: 'Add this facet' }).press('Enter');
    // The editor moves the focus to the new facet after it has rendered it.
    await expect.poll(async () => (await focus(page)).name).toBe(second);
    await facets.getByRole('button', { name: new RegExp(`^Move ${second} up`) }).press('Enter');
    await expect.poll(async () => (await focus(page)).name).toMatch(new RegExp(`^Move ${second}`));
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    expect((await stored(id)).filter.facetsToShow.map(({ title }) => title)).toEqual([second, first]);
    await expect.poll(async () => (await focus(page)).name).toMatch(new RegExp(`^Move ${second}`));
    const added = facets.locator('#setting-filter-facetsToShow-0-title');
    await added.fill('Renamed');
    expect(await added.isVisible()).toBe(true);
    await facets.getByRole('button', { name: 'Remove Renamed' }).press('Enter');
    await expect.poll(async () => (await focus(page)).name).toBe(`Remove ${first}`);
    await leave();
  });
});

describe('a rejected change', () => {
  it('shows the error at its field with focus, and nothing is saved', async () => {
    const id = await configuration();
    const { page, pageErrors, leave } = await editing(id);
    await type(page, /^Title$/, 'Half right');
    await press(page, /^Results$/);
    await type(page, /^Results per page$/, '5000');
    await page.keyboard.press('ControlOrMeta+s');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Results: Results per page must be an integer from 1 to 100.' })
      .waitFor();
    await expect.poll(async () => (await focus(page)).name).toBe('Results per page');
    const input = field(page, 'result-itemsPerPage');
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    const described = await input.getAttribute('aria-describedby');
    expect(await page.locator(`#${described!.split(' ').at(-1)}`).textContent()).toBe(
      'Must be an integer from 1 to 100.',
    );
    expect((await stored(id)).title).toBe('Marsh');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('7');
    expect(await input.getAttribute('aria-invalid')).toBeNull();
    await expect.poll(async () => (await focus(page)).name).toBe('Results per page');
    expect(await input.isVisible()).toBe(true);
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    expect(await stored(id)).toMatchObject({ title: 'Half right', result: { itemsPerPage: 7 } });
    // The browser logs the error status itself.
    expect(pageErrors.filter((text) => !/422/.test(text))).toEqual([]);
    await leave();
  });

  it('can be skipped: the valid changes are saved and the rejected one is listed', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await type(page, /^Title$/, 'Half right');
    await press(page, /^Results$/);
    await type(page, /^Results per page$/, '0');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('button', { name: 'Save the valid changes only' }).press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /^\s*Saved with warnings:\s*Results: Results per page/ })
      .waitFor();
    expect(await stored(id)).toMatchObject({ title: 'Half right', result: { itemsPerPage: 10 } });
    expect(await field(page, 'result-itemsPerPage').inputValue()).toBe('10');
    await leave();
  });

  it('shows the detail of a 400 response', async () => {
    const { page, leave } = await editing(await configuration());
    await page.route('**/api/configurations/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            json: {
              type: '/problems/bad-request',
              title: 'Bad request',
              status: 400,
              detail: 'title must be something else.',
              instance: 'x',
              errors: [{ key: 'config.title', message: 'must be something else' }],
            },
          })
        : route.fallback(),
    );
    await type(page, /^Title$/, 'Refused');
    await page.keyboard.press('ControlOrMeta+s');
    await page.locator('#setting-title-error', { hasText: 'Must be something else.' }).waitFor();
    await expect.poll(async () => (await focus(page)).name).toBe('Title');
    await leave();
  });
});

describe('two people who edit the same configuration', () => {
  const conflict = async () => {
    const id = await configuration();
    const visit = await editing(id);
    const body = { config: { title: 'Theirs', result: { showTags: false } } };
    await service.call('PUT', `/api/configurations/${id}`, { body });
    await type(visit.page, /^Title$/, 'Ours');
    await visit.page.keyboard.press('ControlOrMeta+s');
    const dialog = visit.page.getByRole('dialog', { name: 'Someone else changed this configuration' });
    await dialog.getByRole('row', { name: /Title Theirs Ours/ }).waitFor();
    await dialog.getByRole('row', { name: /Show tags no yes/ }).waitFor();
    await dialog.getByText(/saved it on .*, after you opened it/).waitFor();
    expect(await accessibilityViolations(visit.page)).toEqual([]);
    return { ...visit, id };
  };

  it('see the differences and can load the other version', async () => {
    const { page, id, leave } = await conflict();
    await press(page, /^Load their version, discard mine$/);
    await expect.poll(() => field(page, 'title').inputValue()).toBe('Theirs');
    await waitForStatus(page, 'Loaded the version of the other person.');
    expect((await stored(id)).title).toBe('Theirs');
    await leave();
  });

  it('can overwrite only the settings that they changed', async () => {
    const { page, id, leave } = await conflict();
    await press(page, /^Overwrite with mine$/);
    await waitForStatus(page, 'Saved.');
    expect(await stored(id)).toMatchObject({ title: 'Ours', result: { showTags: false } });
    await leave();
  });

  it('can return to editing without losing changes', async () => {
    const { page, leave } = await conflict();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await field(page, 'title').inputValue()).toBe('Ours');
    await leave();
  });
});
