/** Makes the pictures of the how-to, in a real WordPress: node integrations/wordpress/screenshots.ts */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { root, startService, temporaryDirectory } from '../../test/support/service.ts';
import { openBrowser } from '../../test/support/visitor.ts';
import startDatabase from './test/harness/database.ts';
import { addSearchPage, connectSite, installPlugin, plants, searchOnPage } from './test/harness/journey.ts';
import { browse, signIn } from './test/harness/people.ts';
import { startSite } from './test/harness/site.ts';

const target = join(root, 'docs/src/assets/wordpress');

async function show(name: string, page: Page): Promise<void> {
  const before = page.viewportSize()!;
  // The filters stand beside the results only if there is room.
  const width = name === 'search' ? before.width : 1000;
  await page.setViewportSize({ width, height: /settings|search/.test(name) ? 760 : 640 });
  await page.locator('.notice').evaluateAll((notices) => {
    for (const notice of notices) notice.remove();
  });
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await page.setViewportSize(before);
  await writeFile(join(target, `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`docs/src/assets/wordpress/${name}.webp`);
}

await mkdir(target, { recursive: true });
let socket = '';
const project = { provide: (_name: string, value: string) => (socket = value) };
const stopDatabase = await startDatabase(project as unknown as TestProject);
const data = await temporaryDirectory();
const service = await startService(data.path, {}, []);
const site = await startSite('6.8', { socket, isFresh: true });
const browser = await openBrowser();
try {
  await site.php(plants);
  const { page } = await browse(browser, site, await signIn(site, 'administrator'));
  const journey = { site, service, page, folder: data.path, show };
  await installPlugin(journey);
  await connectSite(journey);
  const address = await addSearchPage(journey);
  await searchOnPage(address, journey);
} finally {
  await browser.close();
  await site.stop();
  await service.stop();
  await stopDatabase?.();
  await data.remove();
}
