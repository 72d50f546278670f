/** Agent of the browser: Chromium with WebMCP calls the tool of a page, and the page shows the results. */
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { ownersSite, served } from '../support/fixtures.ts';

const service = served();
const site = ownersSite();

it('an agent of the browser searches a page of the owner', async () => {
  const token = await service.pageToken(site.origin);
  site.show(`<semantic-search configuration="1" token="${token}"></semantic-search>`, service);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArguments, '--enable-features=WebMCP'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    expect(await page.evaluate(() => 'modelContext' in document)).toBe(true);
    const names = async () => (await page.webmcp.tools()).map(({ name }) => name);
    await expect.poll(names, { timeout: 15_000 }).toEqual(['search']);
    const [tool] = await page.webmcp.tools();
    expect(tool!.annotations).toEqual({ readOnly: true, untrustedContent: true });
    const found = await page.webmcp.callTool('search', { input: 'mountain lion' });
    expect(found).toMatchObject({ recognizedConcepts: ['puma'] });
    const { results } = found as { results: { title: string }[] };
    expect(results[0]!.title).toBe('Puma');
    await page.locator('.result').first().getByText('Puma').first().waitFor();
    expect(await page.locator('input[role=combobox]').inputValue()).toBe('mountain lion');
    await page.locator('semantic-search').evaluate((element) => element.remove());
    await expect.poll(names, { timeout: 15_000 }).toEqual([]);
  } finally {
    await browser.close();
  }
});
