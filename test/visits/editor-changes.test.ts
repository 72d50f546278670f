/** Changes in the editor by keyboard alone: preview, saving, rejection, and concurrent changes. */
import { describe, expect, it } from 'vitest';
import { editor, field, openList, press, preview, type, waitForStatus } from '../support/editor.ts';
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
    await openList(page);
    await page.getByRole('link', { name: /^Field guide/ }).press('Enter');
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    expect(await field(page, 'title').inputValue()).toBe('Unsaved');
    await press(page, /^Discard …$/);
    const question = page.getByRole('dialog', { name: 'Discard your change?' });
    await question.getByRole('row', { name: 'Title Marsh Unsaved' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await field(page, 'title').inputValue()).toBe('Unsaved');
    await expect.poll(async () => (await focus(page)).name).toBe('Discard …');
    await page.keyboard.press('Enter');
    await press(page, /^Discard them$/);
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
          /#aaaaaa has a contrast of 2\.3:1 to #ffffff, too little to be read \(4\.5:1 is needed\)\. Visitors see #[\da-f]{6}/,
      })
      .waitFor();
    await page.getByText('1 text color adjusted').waitFor();
    const promised = /Visitors see (#[\da-f]{6})/.exec(
      (await notice.textContent())!.replace(/\s+/g, ' '),
    )![1]!;
    const shown = await page.evaluate(() => {
      const element = document.querySelector<HTMLElement>('semantic-search')!;
      return getComputedStyle(element).getPropertyValue('--text');
    });
    expect(shown).toContain(promised);
    await press(page, new RegExp(`^Use ${promised}$`));
    await notice.filter({ hasText: /^\s*Contrast [4-9]\.\d:1\s*$/ }).waitFor();
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
    await press(page, /^Add this entry$/);
    await expect.poll(async () => (await focus(page)).name).toBe(`${first}List · 10 values`);
    await facets.getByRole('button', { name: 'Add this entry' }).press('Enter');
    // The editor moves the focus to the new facet after it has rendered it.
    await expect.poll(async () => (await focus(page)).name).toBe(`${second}List · 10 values`);
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

describe('titles by language', () => {
  it('are added, changed and removed by keyboard, and visitors get theirs', async () => {
    const id = await configuration({ filter: { facetsToShow: [{ uri: 'type', title: 'Type' }] } });
    const { page, leave, pageErrors } = await editing(id);
    await press(page, /^Filters$/);
    await press(page, /^Type/);
    const titles = field(page, 'filter-facetsToShow-0-titles');
    const add = async (tag: string) => {
      await titles
        .getByRole('textbox', { name: 'Another language' })
        .or(titles.getByRole('combobox'))
        .fill(tag);
      await page.keyboard.press('Enter');
    };
    await add('German!');
    await titles.getByText('“German!” is not a language tag such as de or pt-BR.').waitFor();
    for (const [tag, name] of [
      ['de', 'German (de)'],
      ['fr', 'French (fr)'],
    ] as const) {
      await add(tag);
      await expect.poll(async () => (await focus(page)).name).toBe(name);
      await page.keyboard.insertText(tag === 'de' ? 'Art' : 'Genre');
    }
    await titles.getByRole('button', { name: 'Remove French (fr)' }).press('Enter');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    expect((await stored(id)).filter.facetsToShow).toMatchObject([{ title: 'Type', titles: { de: 'Art' } }]);
    const { body } = await service.call('POST', `/api/configurations/${id}/search`, {
      body: { language: 'de' },
    });
    expect((body.facets as unknown as { label: string }[]).map(({ label }) => label)).toEqual(['Art']);
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

describe('a facet', () => {
  it('shows a summary and is moved by dragging', async () => {
    const facet = (title: string, rest: object) => ({
      title,
      uri: `dyn_lit_${title}`,
      refId: '',
      show: true,
      ...rest,
    });
    const facetsToShow = [
      facet('family', { facetMode: 'flat', maximumTerms: 8 }),
      facet('language', { facetMode: 'flat', maximumTerms: 1 }),
      facet('type', { facetMode: 'flat', show: false }),
    ];
    const id = await configuration({ filter: { facetsToShow } });
    const { page, leave } = await editing(id);
    await press(page, /^Filters$/);
    const entries = page.getByRole('group', { name: 'Facets' }).locator('.entry');
    const headings = () => page.locator('.entry summary').allTextContents();
    expect(await headings()).toEqual([
      'familyList · 8 values',
      'languageList · 1 value',
      'typeList · 10 values · not shown',
    ]);
    await page.getByRole('button', { name: 'Add this entry' }).scrollIntoViewIfNeeded();
    await entries.nth(0).locator('.grip').hover();
    await page.mouse.down();
    // A single movement starts the drag without reaching the target.
    for (const x of [40, 50, 60]) await entries.nth(2).hover({ position: { x, y: 12 } });
    await page.mouse.up();
    await expect
      .poll(async () => (await headings()).map((text) => text.split('List')[0]))
      .toEqual(['language', 'type', 'family']);
    await waitForStatus(page, '1 change is not saved.');
    await leave();
  });
});

describe('the preview', () => {
  it('shows a new facet with its counts before saving', async () => {
    const id = await configuration();
    const { page, pageErrors, leave } = await editing(id);
    await preview(page).getByRole('heading', { name: '335 results' }).waitFor();
    await press(page, /^Filters$/);
    await field(page, 'filter-facetsToShow-offers').selectOption({ label: 'type' });
    await page.getByRole('button', { name: 'Add this entry' }).press('Enter');
    await preview(page).getByRole('button', { name: 'type', exact: true }).waitFor();
    await preview(page).getByRole('checkbox', { name: 'mammal 105 documents' }).waitFor();
    expect(await page.getByText('Shown after saving').count()).toBe(0);
    await field(page, 'filter-facetsToShow-0-maximumTerms').fill('1');
    await preview(page).getByRole('checkbox', { name: /^bird/ }).waitFor({ state: 'detached' });
    expect((await stored(id)).filter.facetsToShow).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('shows the page of a phone, a tablet and a desktop computer, and opens it in a new tab', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    const region = preview(page);
    const filters = region.getByRole('button', { name: 'Filters', exact: true });
    const widths = () =>
      page.evaluate(() => {
        const [frame, element] = ['.preview-frame', 'semantic-search'].map(
          (name) => document.querySelector(name)!,
        );
        const { width } = element!.getBoundingClientRect();
        return { page: element!.clientWidth, hidden: Math.floor(width) > frame!.clientWidth };
      });
    await region.getByRole('heading', { name: '335 results' }).waitFor();
    await expect.poll(widths).toEqual({ page: 768, hidden: false });
    expect(await filters.isVisible()).toBe(false);
    await region.getByRole('button', { name: 'Desktop' }).press('Enter');
    await expect.poll(widths).toEqual({ page: 1280, hidden: false });
    await region.getByRole('button', { name: 'Phone' }).press('Enter');
    await expect.poll(widths).toEqual({ page: 390, hidden: false });
    await filters.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const opened = page.waitForEvent('popup');
    await region.getByRole('link', { name: 'Open in a new tab' }).press('Enter');
    await (await opened).getByRole('heading', { name: 'Marsh' }).waitFor();
    await leave();
  });
});

describe('the preview', () => {
  it.each([1000, 1280, 1920])('is not cropped in a window %i pixels wide', async (width) => {
    const { page, leave } = await editing(await configuration(), { viewport: { width, height: 800 } });
    const region = preview(page);
    await region.getByRole('heading', { name: '335 results' }).waitFor();
    for (const [device, expected] of [
      ['Phone', 390],
      ['Tablet', 768],
      ['Desktop', 1280],
    ] as const) {
      await region.getByRole('button', { name: device }).press('Enter');
      const sizes = () =>
        page.evaluate(() => {
          const frame = document.querySelector('.preview-frame')!;
          return {
            hidden: frame.scrollWidth - frame.clientWidth,
            page: frame.querySelector('semantic-search')!.clientWidth,
          };
        });
      await expect.poll(sizes).toEqual({ hidden: 0, page: expected });
    }
    await leave();
  });
});

describe('a setting with choices', () => {
  it('offers them by their labels instead of names and URIs of the API', async () => {
    const facetsToShow = [{ uri: 'https://field-guide.example/scheme/habitats', title: 'Where', show: true }];
    const id = await configuration({ filter: { facetsToShow } });
    const { page, leave } = await editing(id);
    const texts = (key: string) => field(page, key).locator('option').allTextContents();
    expect(await texts('details-recommender')).toEqual(expect.arrayContaining(['None', 'related-concepts']));
    const sources = await texts('filter-facetsToShow-0-uri');
    expect(sources).toEqual(expect.arrayContaining(['type', 'Another attribute or URI …']));
    expect(sources.filter((text) => /^\w+:|^dyn_/.test(text))).toEqual([]);
    expect((await texts('result-dateFormat')).at(-1)).toBe('Saturday, 21 November 2026');
    expect(await texts('result-titleAction')).toEqual(['Detail view', 'Page of the document']);
    await leave();
  });
});

describe('a color', () => {
  it('is reported as invalid while it is typed, and the preview keeps the previous one', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await press(page, /^Colors and logo/);
    const input = field(page, 'layout-navbar-backgroundColor');
    const background = () =>
      page.locator('semantic-search .navbar').evaluate((bar) => getComputedStyle(bar).backgroundColor);
    await preview(page).getByRole('heading', { name: '335 results' }).waitFor();
    const before = await background();
    await input.fill('');
    await input.pressSequentially('#00');
    await page.getByText('“#00” is not a color such as #1f5fa8.').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await background()).toBe(before);
    await input.pressSequentially('4400');
    await page.getByText('is not a color').waitFor({ state: 'detached' });
    await expect.poll(background).not.toBe(before);
    expect((await stored(id)).layout.navbar!.backgroundColor).not.toBe('#004400');
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

describe('an invalid value', () => {
  it('of two colors is quoted with the name of each field', async () => {
    const { page, leave } = await editing(await configuration());
    await press(page, /^Colors and logo/);
    await field(page, 'layout-navbar-backgroundColor').fill('red');
    await field(page, 'layout-navbar-fontColor').fill('#12');
    await page.keyboard.press('ControlOrMeta+s');
    const error = page.locator('#setting-layout-navbar-error');
    await expect
      .poll(() => error.textContent())
      .toBe('Background: “red” is not a color such as #1f5fa8. Text: “#12” is not a color such as #1f5fa8.');
    await page
      .getByRole('alert')
      .filter({ hasText: 'Colors and logo: Bar: Text “#12” is not a color such as #1f5fa8.' })
      .waitFor();
    await leave();
  });

  it('of a logo is rejected at once with the limit, and nothing changes', async () => {
    const { page, leave } = await editing(await configuration());
    await press(page, /^Colors and logo/);
    await page.getByText('a PNG, JPEG, WebP or SVG file of at most 48 kB.').waitFor();
    const error = page.locator('#setting-layout-logo-error');
    const choose = async (name: string, mimeType: string, size: number) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.alloc(size, 'x') });
    await choose('notes.txt', 'text/plain', 10);
    await expect.poll(() => error.textContent()).toBe('“notes.txt” is not a PNG, JPEG, WebP or SVG image.');
    await choose('photo.png', 'image/png', 3 * 1024 * 1024);
    await expect.poll(() => error.textContent()).toBe('“photo.png” is too large (3 MB); at most 48 kB.');
    await choose('text.png', 'image/png', 10);
    await expect.poll(() => error.textContent()).toBe('“text.png” is not a readable image.');
    expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await leave();
  });

  it('of a missing search space is reported, and another one can be selected', async () => {
    const { page, leave } = await editing(await configuration({ searchSpace: 'gone' }));
    await waitForStatus(page, 'There is no search space “gone”. Visitors find nothing.');
    await field(page, 'searchSpace').selectOption('field-guide');
    expect(await page.getByText('There is no search space “gone”').count()).toBe(0);
    await waitForStatus(page, '1 change is not saved.');
    await leave();
  });
});

describe('settings that fit the documents', () => {
  it('are filled in on request, shown in the preview, and saved like other changes', async () => {
    const id = await configuration();
    expect((await stored(id)).filter.facetsToShow).toEqual([]);
    const { page, leave } = await editing(id);
    await press(page, /^Fit settings to the documents$/);
    await waitForStatus(page, 'The settings fit the documents of the search space now.');
    await preview(page).getByRole('button', { name: 'Habitats', exact: true }).waitFor();
    expect((await stored(id)).filter.facetsToShow).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    const titles = (await stored(id)).filter.facetsToShow.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Habitats', 'Type']));
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
    await dialog.getByRole('row', { name: /Show topics no yes/ }).waitFor();
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
