/** Widgets in React, Vue and Angular: properties, events, slots and templates, built with the tools of each framework. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder, served, visiting } from '../support/fixtures.ts';
import { type StaticSite, serveFolder } from '../support/static-site.ts';
import { accessibilityViolations } from '../support/visitor.ts';
import {
  buildExamples,
  copyExamples,
  type Framework,
  frameworks,
  pointTo,
} from './built-examples.fixture.ts';

const service = served();
const visitor = visiting();
const examples = folder();
const sites = new Map<Framework, StaticSite>();

beforeAll(async () => {
  await copyExamples(examples.path);
  for (const framework of frameworks) {
    const site = await serveFolder(join(examples.path, framework, 'dist'));
    sites.set(framework, site);
    const token = await service.pageToken(site.origin);
    // Vue and React set properties; the templates of owners contain the number as text.
    const configuration = framework === 'angular' ? 1 : '1';
    await pointTo(examples.path, framework, { endpoint: service.url, configuration, token });
  }
  await buildExamples(examples.path);
});
afterAll(() => {
  for (const site of sites.values()) site.close();
});

describe.each(frameworks)('%s', (framework) => {
  it('sets properties, receives events and fills slots and templates', async () => {
    const { page, pageErrors, leave } = await visitor();
    await page.goto(sites.get(framework)!.origin);

    // A slot with data of an event.
    await page.getByText('335 on the shelves').waitFor();
    // A custom template with the style of the page.
    const title = page.locator('[data-result] h3 a').first();
    const name = (await title.textContent())!;
    expect(name.length).toBeGreaterThan(2);
    expect(await title.evaluate((link) => getComputedStyle(link).fontFamily)).toContain('Georgia');

    // An event whose default action the page prevents.
    await title.click();
    await page.getByRole('heading', { name: `On the desk: ${name}` }).waitFor();
    const similarDocs = page.locator('similar-docs');
    await similarDocs.getByRole('listitem').nth(2).waitFor();
    expect(await similarDocs.getByRole('listitem').count()).toBe(3);
    expect(page.url()).not.toContain('document');

    // A property bound to the state of the page.
    await page.getByRole('button', { name: 'Make it dark' }).click();
    await page.locator('semantic-search[theme=dark]').waitFor();
    await page.locator('similar-docs[theme=dark]').waitFor();

    // A search updates the page.
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('mountain lion');
    await page.keyboard.press('Enter');
    await page.getByText('335 on the shelves').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Puma' }).first().waitFor();

    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await leave();
  });
});
