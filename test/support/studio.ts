/** Visits of the studio by a person who has signed in. */
import type { Role } from '@semantic-search/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Service } from './service.ts';
import type { Visitor } from './visitor.ts';

type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

/** Stores the cookies of a session in the browser, as the page does after a sign-in by link. */
export async function signIn(page: Page, service: Service, role: Role = 'administrator'): Promise<void> {
  const { hash } = new URL(await service.signInLink('Jane', role));
  const response = await page.request.post(`${service.url}/api/session`, {
    data: { code: hash.slice('#code='.length) },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  if (!response.ok()) throw new Error(await response.text());
}

export async function signedIn(
  visit: Visit,
  service: Service,
  options: BrowserContextOptions & { place: string; role?: Role },
) {
  const { place, role, ...context } = options;
  const visitor = await visit(context);
  const { page } = visitor;
  await signIn(page, service, role);
  await page.goto(`${service.url}/studio/${place}`);
  await page.locator('.holder summary').waitFor();
  await page.getByText('Loading …').waitFor({ state: 'detached' });
  return visitor;
}
