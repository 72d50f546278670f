/** Page with a token for another origin: the owner reads the reason in the console. */
import { expect, it } from 'vitest';
import { ownersSite, served, visiting } from '../support/fixtures.ts';

const service = served();
const visitor = visiting();
const site = ownersSite();

it('names the origins of the token and of the page in the console', async () => {
  const token = await service.token(
    '--scope',
    'search',
    '--configuration',
    '1',
    '--origin',
    'https://shop.example',
  );
  site.show(`<semantic-search configuration="1" token="${token}"></semantic-search>`, service);
  const { page, pageErrors, leave } = await visitor();
  await page.goto(site.origin);
  await expect
    .poll(() => pageErrors.join('\n'))
    .toContain(`It is only valid for pages on https://shop.example; this page is on ${site.origin}.`);
  await leave();
});
