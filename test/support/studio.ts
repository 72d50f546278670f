/** Visits of the studio by a person who has signed in. */
import type { BrowserContextOptions } from 'playwright-core';
import type { Service } from './service.ts';
import type { Visitor } from './visitor.ts';

type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

export async function signedIn(
  visit: Visit,
  service: Service,
  options: BrowserContextOptions & { place: string },
) {
  const { place, ...context } = options;
  const visitor = await visit(context);
  const { page } = visitor;
  await page.goto(await service.signInLink('Jane', 'administrator'));
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.goto(`${service.url}/studio/${place}`);
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByText('Loading …').waitFor({ state: 'detached' });
  return visitor;
}
