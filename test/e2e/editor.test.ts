/** Configuration editor by keyboard alone: permissions, and creating, restoring and deleting configurations. */
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editor, field, openList, press, preview, type, waitForStatus } from '../support/editor.ts';
import { focus } from '../support/keyboard.ts';
import { accessibilityViolations, resultsHeading } from '../support/visitor.ts';

const { service, visitor, configuration, stored, editing } = editor();

describe('a person who has not signed in', () => {
  it('sees the settings read-only with instructions to sign in', async () => {
    const { page, pageErrors, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByText('To change something, sign in.').waitFor();
    expect(await field(page, 'title').inputValue()).toBe('Field guide');
    expect(await field(page, 'title').isDisabled()).toBe(true);
    const grounds = await field(page, 'title').evaluate((input) => {
      const ground = () => getComputedStyle(input).backgroundColor;
      const form = input.closest('fieldset')!;
      const readable = ground();
      form.disabled = false;
      const writable = ground();
      form.disabled = true;
      return { readable, writable };
    });
    expect(grounds.readable, 'it looks like what it is').not.toBe(grounds.writable);
    await preview(page).getByRole('heading', { name: '335 results' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('semantic-search sign-in --name "Jane"').waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('reads the labels of settings in the language of the browser', async () => {
    const { page, leave } = await visitor({ locale: 'de-DE' });
    await page.goto(`${service.url}/editor`);
    await page.getByLabel('Suchraum').waitFor();
    await page.getByRole('heading', { name: 'Farben und Logo' }).waitFor();
    await leave();
  });

  it('learns why a link does not sign in', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const link = await service.signInLink();
    for (const wrong of ['nonsense', service.adminToken, `${link.slice(0, -6)}AAAAAA`]) {
      await page.getByLabel('Link').fill(wrong);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'The link is damaged' }).waitFor();
    }
    expect(await page.context().cookies()).toEqual([]);
    await leave();
  });
});

describe('the address of the editor', () => {
  it('names the configuration that is open, also if it was opened without one', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByRole('heading', { name: 'Field guide', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?configuration=1');
    await leave();
  });

  it('opens no other configuration than the hidden one that it names, before and after signing in', async () => {
    const id = await configuration({ title: 'Secret garden', visible: false });
    const { page, pageErrors, leave } = await visitor();
    await page.goto(`${service.url}/editor?configuration=${id}`);
    await page
      .getByRole('main')
      .getByText(`Configuration ${id} is hidden or does not exist. Sign in to open it.`)
      .first()
      .waitFor();
    expect(await field(page, 'title').count()).toBe(0);
    expect(await preview(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Link').fill(await service.signInLink());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Secret garden', level: 1 }).waitFor();
    await type(page, /^Title$/, 'Open garden');
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    expect(await stored(id)).toMatchObject({ title: 'Open garden' });
    expect(await stored(1)).toMatchObject({ title: 'Field guide' });
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it.each(['999', 'nonsense'])('opens nothing for ?configuration=%s', async (text) => {
    const { page, leave } = await visitor();
    await page.goto(await service.signInLink());
    await page.locator('.holder summary').waitFor();
    await page.goto(`${service.url}/editor?configuration=${text}`);
    await page
      .getByRole('main')
      .getByText(/^(Configuration 999|The configuration in the address) does not exist\.$/)
      .first()
      .waitFor();
    expect(await field(page, 'title').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe(`?configuration=${text}`);
    await leave();
  });
});

describe('the session', () => {
  it('begins by keyboard, is a cookie that scripts cannot read, shows the name and ends by signing out', async () => {
    const { page, pageErrors, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await press(page, /^Sign in$/);
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    expect((await focus(page)).name).toBe('Link');
    await page.keyboard.insertText(await service.signInLink());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'History' }).waitFor();
    await page.getByText('Jane', { exact: true }).waitFor();
    await page.locator('.holder summary').press('Enter');
    await page.getByText(/^may search, read configurations, change configurations, .* and see/).waitFor();
    const stored = () => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    expect(await stored()).toEqual([0, 0, '']);
    await page.reload();
    await page.getByRole('button', { name: 'History' }).waitFor();
    await press(page, /^Jane$/);
    await press(page, /^Sign out$/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.context().cookies()).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

describe('a session that ends during editing', () => {
  it('loses no change: signing in again allows saving', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await page.route('**/api/configurations/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 401,
            contentType: 'application/problem+json',
            json: {
              type: '/problems/unauthorized',
              title: '',
              status: 401,
              detail: 'The token has expired.',
              instance: '',
            },
          })
        : route.fallback(),
    );
    await type(page, /^Title$/, 'Late at night');
    await page.keyboard.press('ControlOrMeta+s');
    await page
      .getByRole('alert')
      .filter({ hasText: 'The token has expired. Your changes are still here.' })
      .waitFor();
    await page.unroute('**/api/configurations/*');
    await page.getByRole('button', { name: 'Sign in again' }).press('Enter');
    await page.getByLabel('Link').fill(await service.signInLink());
    await page.keyboard.press('Enter');
    await waitForStatus(page, 'You are signed in as Jane.');
    expect(await field(page, 'title').inputValue()).toBe('Late at night');
    // Another command of browsers, such as a screenshot.
    await page.keyboard.press('ControlOrMeta+Shift+S');
    expect(await page.locator('.save-bar [role=status]').textContent()).toMatch(/signed in/);
    // With Caps Lock.
    await page.keyboard.press('ControlOrMeta+S');
    await waitForStatus(page, 'Saved.');
    expect((await stored(id)).title).toBe('Late at night');
    await leave();
  });
});

describe('a configuration', () => {
  it('can be activated for visitors', async () => {
    const before = (await service.call('GET', '/api/configurations')).body
      .activeConfigId as unknown as number;
    const id = await configuration({ title: 'To be active' });
    const { page, pageErrors, leave } = await editing(id);
    await press(page, /^More$/);
    await press(page, /^Make active$/);
    await waitForStatus(page, 'This is now the active configuration.');
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'To be active' }).waitFor();
    await service.call('POST', `/api/configurations/${before}/set`);
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('that is hidden becomes public only after a question', async () => {
    const id = await configuration({ title: 'Not ready', visible: false });
    const { page, leave } = await editing(id);
    const isPublic = async () => (await (await fetch(`${service.url}/`)).text()).includes('Not ready');
    await press(page, /^More$/);
    await press(page, /^Make active$/);
    const question = page.getByRole('dialog', { name: 'Show “Not ready” to visitors?' });
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, /^Keep it hidden$/);
    await question.waitFor({ state: 'hidden' });
    expect(await isPublic()).toBe(false);
    await field(page, 'visible').check();
    await page.keyboard.press('ControlOrMeta+s');
    await question.waitFor();
    await press(page, /^Continue editing$/);
    expect(await isPublic()).toBe(false);
    await page.keyboard.press('ControlOrMeta+s');
    await press(page, /^Save and publish$/);
    await waitForStatus(page, 'Saved.');
    expect(await isPublic()).toBe(true);
    await leave();
  });

  it('is restored from a history with author, date and changes', async () => {
    const id = await configuration();
    await service.call('PUT', `/api/configurations/${id}`, { body: { config: { title: 'A mistake' } } });
    const { page, pageErrors, leave } = await editing(id);
    await press(page, /^History$/);
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByText(/Changed by .* · \d+ \w+ \d{4}/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, /^Restore version 1$/);
    const comparison = page.getByRole('dialog', { name: 'Restore version 1?' });
    await comparison.getByRole('row', { name: 'Title A mistake Marsh' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect((await stored(id)).title).toBe('A mistake');
    await press(page, /^Restore version 1$/);
    await waitForStatus(page, 'Version 1 is restored');
    expect(await field(page, 'title').inputValue()).toBe('Marsh');
    expect((await stored(id)).title).toBe('Marsh');
    await preview(page).getByRole('heading', { name: 'Marsh' }).waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('is created hidden, duplicated, and deleted after confirmation', async () => {
    const { page, pageErrors, leave } = await editing(await configuration());
    await openList(page);
    await press(page, /^New search$/);
    await page.keyboard.insertText('Brand new');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Brand new', level: 1 }).waitFor();
    expect(await field(page, 'visible').isChecked()).toBe(false);
    await press(page, /^More$/);
    await press(page, /^Duplicate$/);
    await page.getByRole('heading', { name: 'Brand new (copy)', level: 1 }).waitFor();
    await resultsHeading(page, '335 results');
    await press(page, /^More$/);
    await press(page, /^Delete$/);
    await page.getByRole('dialog', { name: 'Delete “Brand new (copy)”?' }).waitFor();
    await press(page, /^Delete it$/);
    await page.getByRole('heading', { name: 'Field guide', level: 1 }).waitFor();
    await openList(page);
    expect(await page.getByRole('link', { name: /Brand new/ }).count()).toBe(1);
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

describe.each<[string, BrowserContextOptions]>([
  ['in light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a narrow page', { viewport: { width: 320, height: 700 } }],
])('the editor %s', (_, options) => {
  it('has no violation, no CSP report and no horizontal overflow with all groups open', async () => {
    const { page, pageErrors, leave } = await editing(1, options);
    // On a narrow page without the menus, whose open panels cover links below them.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details'))
        details.open = innerWidth > 320 || !details.matches('.menu');
    });
    await page.locator('#setting-layout-documents-fontColor').fill('#aaaaaa');
    await page.getByText('1 text color adjusted').waitFor();
    expect(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))).toBe(0);
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    // In a narrow window, the preview takes the place of the form.
    if (await preview.first().isVisible()) {
      expect(await accessibilityViolations(page)).toEqual([]);
      await preview.first().press('Enter');
    }
    await resultsHeading(page, '335 results');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });
});

describe('interface texts', () => {
  it('are listed with their defaults, shown in the preview and saved', async () => {
    const id = await configuration();
    const { page, pageErrors, leave } = await editing(id);
    await page.locator('#group-texts').click();
    await page.locator('#setting-texts-language').fill('en');
    await page.locator('#setting-texts-language').press('Enter');
    await page.locator('#setting-texts-en').click();
    await page.getByLabel('Search documents and topics placeholder').fill('Search the archive');
    await page.getByLabel('{count} result results.one').fill('{count} record');
    await page.getByLabel('{count} results results.other').fill('{count} records');
    await preview(page).getByPlaceholder('Search the archive').waitFor();
    await preview(page).getByRole('heading', { name: '335 records' }).waitFor();
    await page.getByLabel('Close close').fill('Fold {it}');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+s');
    await page.locator('#setting-texts-en-close-error').getByText('must have no placeholders').waitFor();
    await page.getByLabel('Close close').fill('');
    await page.keyboard.press('ControlOrMeta+s');
    await waitForStatus(page, 'Saved.');
    const texts = {
      en: { placeholder: 'Search the archive', results: { one: '{count} record', other: '{count} records' } },
    };
    expect(await stored(id)).toMatchObject({ texts });
    await page.goto(`${service.url}/?configuration=${id}`);
    await page.getByPlaceholder('Search the archive').waitFor();
    expect(pageErrors.filter((text) => !/422/.test(text))).toEqual([]);
    await leave();
  });
});
