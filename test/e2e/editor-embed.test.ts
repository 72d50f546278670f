/** Embed dialog of the editor by keyboard: the HTML of a configuration, and a token for the page. */
import { describe, expect, it } from 'vitest';
import { editor, openList, press } from '../support/editor.ts';
import { ownersSite } from '../support/fixtures.ts';
import { focus } from '../support/keyboard.ts';
import { accessibilityViolations } from '../support/visitor.ts';

const { service, visitor, configuration, editing } = editor();
const site = ownersSite();

describe('the embed dialog', () => {
  it('creates a token and HTML that work on the page of the owner', async () => {
    const id = await configuration({ title: 'My shop', visible: false });
    const { page, pageErrors, leave } = await editing(id, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await press(page, /^Embed$/);
    const dialog = page.getByRole('dialog', { name: 'Put “My shop” on a page' });
    await dialog.getByText(`The id of this configuration is ${id}.`).waitFor();
    await dialog.getByText(`configuration="${id}" token="YOUR_TOKEN"`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Address of your website').fill('https://[');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: '“https://[” is not an address' }).waitFor();
    await dialog.getByLabel('Address of your website').fill(`${site.origin}/some/page.html`);
    await page.keyboard.press('Enter');
    await dialog.getByText(`permits searching with this configuration from ${site.origin} until`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, /^Copy HTML for the page$/);
    await dialog.getByText('Copied.').waitFor();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    expect(snippet).toMatch(
      /^<style>.*<\/style>\n<script type="module" src="http\S+" integrity="sha384-\S+" crossorigin><\/script>\n/,
    );
    await dialog.getByLabel('Pin this version of the script').uncheck();
    await dialog.getByText(`src="${service.url}/widget.js"></script>`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await focus(page)).name).toBe('Embed');
    expect(pageErrors).toEqual([]);
    site.show(snippet, service);
    await page.goto(site.origin);
    await page.getByRole('heading', { name: 'My shop' }).waitFor();
    await page.getByRole('heading', { name: '335 results' }).waitFor();
    expect(pageErrors).toEqual([]);
    await leave();
  });

  it('shows the command to people who may not issue tokens', async () => {
    const { page, leave } = await visitor();
    await page.goto(`${service.url}/editor?configuration=1`);
    await page.getByRole('button', { name: 'Embed' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByText('semantic-search embed --configuration 1 --origin https://www.example.org')
      .waitFor();
    expect(await page.getByLabel('Address of your website').count()).toBe(0);
    await leave();
  });

  it('is reached from a list that distinguishes configurations of the same name', async () => {
    const first = await configuration({ title: 'Twins' });
    const second = await configuration({ title: 'Twins' });
    const { page, leave } = await editing(first);
    await openList(page);
    for (const id of [first, second]) await page.getByRole('link', { name: `Twins id ${id}` }).waitFor();
    await leave();
  });
});
