/** Search page object: starts a search and acts like a visitor; preloads all lazy components. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { emulateMedia, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import '../../src/detail-view/detail-view.ts';
import '../../src/facet-panel.ts';
import '../../src/facets/date-range.ts';
import '../../src/facets/range-controls.ts';
import '../../src/facets/trends.ts';
import '../../src/page/deferred-features.ts';
import '../../src/page/search-dialog.ts';
import '../../src/markup/rich-results.ts';
import '../../src/search-box/voice.ts';
import '../../src/semantic-search.ts';
import '../../src/export/result-actions.ts';
import '../../src/similar-docs.ts';
import type { SemanticSearch } from '../../src/semantic-search.ts';
import { mount, queryDeep, requests, resetPage, serve, settled, until } from './page.ts';
import { testSettings } from './service.ts';

/** Starts each test with the fake service and a wide window, and cleans up after it. */
export function eachVisit(): void {
  beforeEach(async () => {
    await setViewport({ width: 1280, height: 900 });
    serve();
  });
  afterEach(async () => {
    resetPage();
    await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', media: 'screen' });
    document.documentElement.dir = '';
    document.documentElement.lang = 'en';
  });
}

export const serveSettings = (customize: (settings: ConfigurationSettings) => void): void =>
  serve(testSettings(customize));

/** Mounts a search; waits also for the filters, which are rendered after the first results are painted. */
export async function start(attributes: Record<string, string> = {}): Promise<SemanticSearch> {
  const element = await mount('semantic-search', { configuration: '7', token: 't', ...attributes });
  await until(() => !element.store?.response || !element.renderRoot.querySelector('.side .waiting'));
  await settled();
  return element;
}

/** Body of the last search request. */
export const lastRequest = () =>
  JSON.parse(requests.findLast(({ url }) => url.pathname.endsWith('/search'))!.body);

export const input = () => queryDeep<HTMLInputElement>('input[role=combobox]')!;
export const heading = () => queryDeep('#results')!.textContent;
export const titles = () => [...queryDeep('.list')!.querySelectorAll<HTMLElement>('[data-document]')];

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
  const panel = await until(() => queryDeep('facet-panel'));
  for (const heading of panel.shadowRoot!.querySelectorAll('.heading[aria-expanded=false]'))
    await click(heading);
}
