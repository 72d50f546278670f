/** Queries of the settings test: elements, text and requests of the page. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import { queryDeep, requests, settled, until } from './page.ts';
import { search } from './service.ts';

export const all = (selector: string, root = queryDeep('.body')!.getRootNode() as ShadowRoot) => [
  ...root.querySelectorAll<HTMLElement>(selector),
];
export const text = (selector: string) => queryDeep(selector)?.textContent?.replace(/\s+/g, ' ').trim();
export const facet = (title: string) =>
  all('.facet', queryDeep('facet-panel')!.shadowRoot!).find((one) => one.textContent!.includes(title))!;
export const color = (selector: string, property: string) =>
  getComputedStyle(queryDeep(selector)!).getPropertyValue(property);
export const openDocument = async () => {
  queryDeep('[data-document]')!.click();
  return until(
    () => queryDeep('semantic-search-detail')?.shadowRoot?.querySelector<HTMLElement>('.text')?.parentElement,
  );
};
export const similarLists = async () => {
  const detail = await openDocument();
  await until(() => detail.querySelector('similar-docs')?.shadowRoot?.querySelector('[part=similar]'));
  await settled();
  return [...detail.querySelectorAll('similar-docs')];
};
export const countDocuments = (list: HTMLElement) =>
  list.shadowRoot!.querySelectorAll('[part=similar] > li').length;
export const countPictures = (list: HTMLElement) => list.shadowRoot!.querySelectorAll('.picture').length;
export const lastRequest = (path: string) => requests.findLast(({ url }) => url.pathname.endsWith(path));

/** Adds a sentiment, a date facet and an empty facet to the response of the fake service. */
export function respondWithMore(url: URL, body: string, settings: ConfigurationSettings) {
  if (!url.pathname.endsWith('/search')) return undefined;
  const response = search(JSON.parse(body), settings.result);
  const sentiment = { count: 1, label: '0.4', value: null, children: null };
  response.result[0]!.documentDetails.push({
    field: 'dyn_flt_sentiment',
    label: 'Sentiment',
    facets: [sentiment],
  });
  const ranges = [1980, 1990, 2000, 2010].map((from) => ({
    count: 10,
    label: `${from} – ${from + 10}`,
    value: null,
    children: null,
  }));
  const further = [
    { field: 'dyn_flt_date', label: 'Year', facets: ranges },
    { field: 'dyn_lit_empty', label: 'Empty', facets: [{ ...sentiment, count: 0 }] },
  ];
  return { status: 200, body: { ...response, facets: [...response.facets, ...further] } };
}
