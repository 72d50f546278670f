/** Search page object with visitor actions; preloads all lazy parts. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { emulateMedia, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import '../../src/detail-view/detail-view.ts';
import '../../src/facet-panel.ts';
import '../../src/facets/date-range.ts';
import '../../src/facets/ranges.ts';
import '../../src/facets/trends.ts';
import '../../src/page/later.ts';
import '../../src/page/search-dialog.ts';
import '../../src/markup/cards.ts';
import '../../src/search-box/voice.ts';
import '../../src/semantic-search.ts';
import '../../src/export/result-actions.ts';
import '../../src/similar-docs.ts';
import { clean, deep, mount, requests, serve, settled, until } from './page.ts';
import { testSettings } from './service.ts';

/** Starts each test with the fake service and a wide window, and cleans up after it. */
export function eachVisit(): void {
  beforeEach(async () => {
    await setViewport({ width: 1280, height: 900 });
    serve();
  });
  afterEach(async () => {
    clean();
    await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', media: 'screen' });
    document.documentElement.dir = '';
    document.documentElement.lang = 'en';
  });
}

export const serveSettings = (part: (settings: ConfigurationSettings) => void): void =>
  serve(testSettings(part));

export const start = (attributes: Record<string, string> = {}) =>
  mount('semantic-search', { configuration: '7', token: 't', ...attributes });

/** Body of the last search request. */
export const lastRequest = () =>
  JSON.parse(requests.filter(({ url }) => url.pathname.endsWith('/search')).at(-1)!.body);

export const input = () => deep<HTMLInputElement>('input[role=combobox]')!;
export const heading = () => deep('#results')!.textContent;
export const titles = () => [...deep('.list')!.querySelectorAll<HTMLElement>('[data-document]')];

export async function type(text: string): Promise<void> {
  input().focus();
  await sendKeys({ type: text });
  // Without results, further requests follow.
  await until(() => requests.some(({ body }) => body && JSON.parse(body).input === text));
  await settled();
}

/** Clicks with a real pointer, so that all events of the browser fire. */
export async function click(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({
    type: 'click',
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  });
  await settled();
}

/** Expands all collapsed facets. */
export async function unfold(): Promise<void> {
  const panel = await until(() => deep('facet-panel'));
  for (const heading of panel.shadowRoot!.querySelectorAll('.heading[aria-expanded=false]'))
    await click(heading);
}
