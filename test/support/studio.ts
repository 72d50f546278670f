/** Visits of the studio by a person who has signed in. */
import type { BrowserContextOptions } from 'playwright-core';
import type { Service } from './service.ts';
import type { Visitor } from './visitor.ts';

type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

export async function signedIn(
  visit: Visit,
  { url, adminToken }: Service,
  options: BrowserContextOptions & { place: string },
) {
  const { place, ...context } = options;
  const visitor = await visit(context);
  const { page } = visitor;
  await page.goto(`${url}/studio/${place}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Access token').fill(adminToken);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByText('Loading …').waitFor({ state: 'detached' });
  return visitor;
}
