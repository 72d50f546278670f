/** Editor session of a signed-in person, by keyboard alone. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { served, visiting } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { signIn } from './studio.ts';
import type { Visitor } from './visitor.ts';

interface Stored {
  title: string;
  result: { itemsPerPage: number; showTags: boolean };
  layout: Record<string, { backgroundColor: string; fontColor: string }>;
  filter: { facetsToShow: { title: string }[] };
}

/** Call at the top of a file: a service, and Jane, who may change everything. */
export function editor() {
  const service = served();
  const visitor = visiting();
  return { service, visitor, configuration, stored, editing };

  /** Creates a configuration, so that tests do not affect each other. */
  async function configuration(config: object = {}): Promise<number> {
    // With `result`, nothing is derived from the documents.
    const settings = { title: 'Marsh', searchSpace: 'field-guide', result: {}, ...config };
    return Number(
      (
        await service.call('POST', '/api/configurations', {
          body: { config: { visible: true, ...settings } },
        })
      ).body.id,
    );
  }

  async function stored(id: number): Promise<Stored> {
    return (await service.call('GET', `/api/configurations/${id}`)).body.config as unknown as Stored;
  }

  /** Opens the editor of a person who has signed in. */
  async function editing(id: number, options: BrowserContextOptions = {}): Promise<Visitor> {
    const visit = await visitor(options);
    await signIn(visit.page, service);
    await visit.page.goto(`${service.url}/editor?configuration=${id}`);
    await visit.page.getByRole('button', { name: 'History' }).waitFor();
    return visit;
  }
}

/** Replaces the content of the field with this name. */
export async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Presses a button or opens a group. */
export async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Unfolds the list of configurations, which has a column only in wide windows. */
export const openList = (page: Page) => page.locator('nav summary').press('Enter');

export const waitForStatus = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
export const field = (page: Page, key: string) => page.locator(`#setting-${key}`);
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
