/** The editor of configurations by keyboard alone, in a real browser against the real service. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { served, visiting } from '../fixtures.testing.ts';
import { focus, tabTo } from './keyboard.testing.ts';
import { barriers, resultsHeading, type Visitor } from './visitor.testing.ts';

const service = served();
const visitor = visiting();
let jane: string;

beforeAll(async () => {
  jane = await service.token('--name', 'Jane', '--scope', 'search configurations:read configurations:write');
});

/** A configuration of its own for each test, so that none sees what another did. */
async function configuration(config: object = {}): Promise<number> {
  const whole = { title: 'Marsh', searchSpace: 'field-guide', ...config };
  return Number((await service.call('POST', '/api/configurations', { body: { config: whole } })).body.id);
}

const stored = async (id: number) =>
  (await service.call('GET', `/api/configurations/${id}`)).body.config as unknown as {
    title: string;
    result: { itemsPerPage: number; showTags: boolean };
    layout: Record<string, { backgroundColor: string; fontColor: string }>;
    filter: { facetsToShow: { title: string }[] };
  };

/** Opens the editor and signs in, with keys only. */
async function editing(id: number, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await visitor(options);
  await visit.page.goto(`${service.url}/editor?configuration=${id}`);
  await tabTo(visit.page, /^Sign in$/);
  await visit.page.keyboard.press('Enter');
  await visit.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  expect((await focus(visit.page)).tag).not.toBe('body');
  await tabTo(visit.page, /^Access token$/);
  await visit.page.keyboard.insertText(jane);
  await visit.page.keyboard.press('Enter');
  await visit.page.getByRole('button', { name: 'Duplicate' }).waitFor();
  return visit;
}

/** Replaces what stands in the field of that name. */
async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

async function unfold(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
const field = (page: Page, key: string) => page.locator(`#setting-${key}`);
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

describe('who has no token', () => {
  it('sees the settings, can change none, and reads how to get one', async () => {
    const { page, complaints, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByText('To change something, sign in with an access token.').waitFor();
    expect(await field(page, 'title').inputValue()).toBe('Field guide');
    expect(await field(page, 'title').isDisabled()).toBe(true);
    await preview(page).getByRole('heading', { name: '335 results' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/^semantic-search token --name "Your name" .* configurations:write"$/).waitFor();
    await page.getByLabel('Access token').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'That is no access token' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is told that the token of a page changes nothing, and what a stranger’s token lacks', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/editor`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const forPages = await service.token('--scope', 'search', '--configuration', '1');
    await page.getByLabel('Access token').fill(forPages);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'a token for a public page' }).waitFor();
    await page.getByLabel('Access token').fill(`${jane.slice(0, -6)}AAAAAA`);
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /malformed|signature|wrong/ })
      .waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await leave();
  });
});

describe('the token', () => {
  it('is kept in this tab alone, shows whose it is, and is gone after signing out', async () => {
    const { page, complaints, leave } = await editing(await configuration());
    await page.getByText('Jane', { exact: true }).waitFor();
    await page.getByText(/until .* · may search, read configurations and change configurations/).waitFor();
    expect(page.url()).not.toContain(jane);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      1,
      '',
    ]);
    await page.reload();
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await press(page, /^Sign out$/);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(service.printed()).not.toContain(jane);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe('a change', () => {
  it('of title and colour is seen in the preview, saved, and live on the main page', async () => {
    const id = await configuration();
    const { page, complaints, leave } = await editing(id);
    await preview(page).getByRole('heading', { name: 'Marsh' }).waitFor();
    await type(page, /^Title$/, 'Wetlands');
    await preview(page).getByRole('heading', { name: 'Wetlands' }).waitFor();
    await unfold(page, /^Colours and logo/);
    const bar = () =>
      page.evaluate(() => {
        const root = document.querySelector('semantic-search')!.shadowRoot!;
        return getComputedStyle(root.querySelector('.navbar')!).backgroundColor;
      });
    await field(page, 'layout-navbar-backgroundColor').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('#004400');
    await expect.poll(bar).toBe('rgb(0, 68, 0)');
    await told(page, '2 changes are not saved.');
    expect((await stored(id)).title).toBe('Marsh');
    await press(page, /^Save$/);
    await told(page, 'Saved.');
    const { title, layout } = await stored(id);
    expect([title, layout.navbar!.backgroundColor]).toEqual(['Wetlands', '#004400']);
    await page.goto(`${service.url}/?configuration=${id}`);
    await page.getByRole('heading', { name: 'Wetlands' }).waitFor();
    expect(await bar()).toBe('rgb(0, 68, 0)');
    expect(complaints).toEqual([]);
    await leave();
  });

  it('that is not saved keeps its page, and is dropped on demand', async () => {
    const { page, leave } = await editing(await configuration());
    await type(page, /^Title$/, 'Unsaved');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: /^Field guide/ }).press('Enter');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await field(page, 'title').inputValue()).toBe('Unsaved');
    await press(page, /^Discard$/);
    expect(await field(page, 'title').inputValue()).toBe('Marsh');
    await page.getByRole('link', { name: /^Field guide/ }).press('Enter');
    await page.getByRole('heading', { name: 'Field guide', level: 1 }).waitFor();
    expect(asked).toHaveLength(1);
    await leave();
  });

  it('of a colour that cannot be read says which, how far it falls short, and what is shown', async () => {
    const { page, leave } = await editing(await configuration());
    await unfold(page, /^Colours and logo/);
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
    await page.getByText('1 text colour adjusted').waitFor();
    const promised = /Visitors see (#[\da-f]{6})/.exec(
      (await notice.textContent())!.replace(/\s+/g, ' '),
    )![1]!;
    const shown = await page.evaluate(() => {
      const element = document.querySelector<HTMLElement>('semantic-search')!;
      return element.style.getPropertyValue('--text');
    });
    expect(shown).toContain(promised);
    await press(page, new RegExp(`^Take ${promised}$`));
    await notice.filter({ hasText: /^\s*Contrast [4-9]\.\d : 1\s*$/ }).waitFor();
    await leave();
  });

  it('of a list is made by keyboard: added, moved with the focus on it, taken out', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await unfold(page, /^Filters$/);
    const facets = page.getByRole('group', { name: 'Facets' });
    const offers = facets.locator('#setting-filter-facetsToShow-offers');
    const first = await offers.locator('option').first().textContent();
    const second = await offers.locator('option').nth(1).textContent();
    await press(page, /^Add this facet$/);
    await expect.poll(async () => (await focus(page)).name).toBe(first);
    await facets.getByRole('button', { name: 'Add this facet' }).press('Enter');
    await facets.getByRole('button', { name: new RegExp(`^Move ${second} up`) }).press('Enter');
    await expect.poll(async () => (await focus(page)).name).toMatch(new RegExp(`^Move ${second}`));
    await page.keyboard.press('ControlOrMeta+s');
    await told(page, 'Saved.');
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

describe('what the service refuses', () => {
  it('stands at its field, is told, and takes the focus; nothing is saved until it is right', async () => {
    const id = await configuration();
    const { page, complaints, leave } = await editing(id);
    await type(page, /^Title$/, 'Half right');
    await unfold(page, /^Results$/);
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
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('7');
    expect(await input.getAttribute('aria-invalid')).toBeNull();
    await expect.poll(async () => (await focus(page)).name).toBe('Results per page');
    expect(await input.isVisible()).toBe(true);
    await page.keyboard.press('ControlOrMeta+s');
    await told(page, 'Saved.');
    expect(await stored(id)).toMatchObject({ title: 'Half right', result: { itemsPerPage: 7 } });
    // The browser tells of the refusal itself.
    expect(complaints.filter((text) => !/422/.test(text))).toEqual([]);
    await leave();
  });

  it('can be left out: the rest is saved, and what was not taken is named', async () => {
    const id = await configuration();
    const { page, leave } = await editing(id);
    await type(page, /^Title$/, 'Half right');
    await unfold(page, /^Results$/);
    await type(page, /^Results per page$/, '0');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('button', { name: 'Save anyway' }).press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: /^\s*Saved, but with this to look at:\s*Results: Results per page/ })
      .waitFor();
    expect(await stored(id)).toMatchObject({ title: 'Half right', result: { itemsPerPage: 10 } });
    expect(await field(page, 'result-itemsPerPage').inputValue()).toBe('10');
    await leave();
  });

  it('as a whole is told in its own words, with 400 as with any other', async () => {
    const { page, leave } = await editing(await configuration());
    await page.route('**/api/configurations/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            json: {
              type: '/problems/bad-request',
              title: 'The request cannot be understood',
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

describe('a token that ends while someone edits', () => {
  it('costs no change: after signing in again it is saved', async () => {
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
    await page.getByLabel('Access token').fill(jane);
    await page.keyboard.press('Enter');
    await told(page, 'You are signed in as Jane.');
    expect(await field(page, 'title').inputValue()).toBe('Late at night');
    await page.keyboard.press('ControlOrMeta+s');
    await told(page, 'Saved.');
    expect((await stored(id)).title).toBe('Late at night');
    await leave();
  });
});

describe('two who change the same', () => {
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
    expect(await barriers(visit.page)).toEqual([]);
    return { ...visit, id };
  };

  it('are told what differs; theirs can be loaded', async () => {
    const { page, id, leave } = await conflict();
    await press(page, /^Load theirs, drop mine$/);
    await expect.poll(() => field(page, 'title').inputValue()).toBe('Theirs');
    await told(page, 'You see what the other person saved.');
    expect((await stored(id)).title).toBe('Theirs');
    await leave();
  });

  it('can save what they changed over it, and what only the others changed stays', async () => {
    const { page, id, leave } = await conflict();
    await press(page, /^Save mine over it$/);
    await told(page, 'Saved.');
    expect(await stored(id)).toMatchObject({ title: 'Ours', result: { showTags: false } });
    await leave();
  });

  it('can go back to editing with nothing lost', async () => {
    const { page, leave } = await conflict();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await field(page, 'title').inputValue()).toBe('Ours');
    await leave();
  });
});

describe('a configuration', () => {
  it('is made the active one, which visitors get', async () => {
    const before = (await service.call('GET', '/api/configurations')).body
      .activeConfigId as unknown as number;
    const id = await configuration({ title: 'To be active' });
    const { page, complaints, leave } = await editing(id);
    await press(page, /^Make active$/);
    await told(page, 'It is the active configuration now.');
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'To be active' }).waitFor();
    await service.call('POST', `/api/configurations/${before}/set`);
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is restored to what it was, from a history that says who changed what and when', async () => {
    const id = await configuration();
    await service.call('PUT', `/api/configurations/${id}`, { body: { config: { title: 'A mistake' } } });
    const { page, complaints, leave } = await editing(id);
    await press(page, /^History$/);
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByText(/Changed by .* · \d+ \w+ \d{4}/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await press(page, /^Restore version 1$/);
    await told(page, 'is as it was in version 1');
    expect(await field(page, 'title').inputValue()).toBe('Marsh');
    expect((await stored(id)).title).toBe('Marsh');
    await preview(page).getByRole('heading', { name: 'Marsh' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  it('is created hidden, duplicated, and deleted after a question', async () => {
    const { page, complaints, leave } = await editing(await configuration());
    await press(page, /^New configuration$/);
    await page.keyboard.insertText('Brand new');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Brand new', level: 1 }).waitFor();
    expect(await field(page, 'visible').isChecked()).toBe(false);
    await press(page, /^Duplicate$/);
    await page.getByRole('heading', { name: 'Brand new (copy)', level: 1 }).waitFor();
    await resultsHeading(page, '335 results');
    await press(page, /^Delete$/);
    await page.getByRole('dialog', { name: 'Delete “Brand new (copy)”?' }).waitFor();
    await press(page, /^Delete it$/);
    await page.getByRole('heading', { name: 'Field guide', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: /Brand new/ }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await leave();
  });
});

describe.each<[string, BrowserContextOptions]>([
  ['in light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a narrow page', { viewport: { width: 320, height: 700 } }],
])('the editor %s', (_, options) => {
  it('with every group open has no barrier, no report, and nothing wider than the window', async () => {
    const { page, complaints, leave } = await editing(1, options);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.locator('#setting-layout-documents-fontColor').fill('#aaaaaa');
    await page.getByText('1 text colour adjusted').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))).toBe(0);
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    if (await preview.first().isVisible()) await preview.first().press('Enter');
    await resultsHeading(page, '335 results');
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
