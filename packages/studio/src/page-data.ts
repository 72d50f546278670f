/** Data that the server embeds in a page, and URLs of configurations and of places of the studio. */

export interface PageData {
  token: string;
  /** Configuration of the token; null if there is none. */
  chosen: number | null;
  configurations: { id: number; title: string }[];
  /** Whether the server has example pages. */
  hasExamples: boolean;
  /** Whether the server has the documentation site. */
  hasManual: boolean;
  /** Name of the provider through which people sign in; empty without one. */
  provider: string;
}

/** Reads the data of this page. Throws if the page has none. */
export function readPageData(): PageData {
  const element = document.querySelector('#start');
  if (!element) throw new Error('The page lacks its own data');
  return JSON.parse(element.textContent!);
}

/** Titles for a list: a repeated title gets the number of its configuration. */
export function distinctTitles(configurations: PageData['configurations']): PageData['configurations'] {
  const isShared = (title: string) => configurations.filter((item) => item.title === title).length > 1;
  return configurations.map(({ id, title }) => ({ id, title: isShared(title) ? `${title} (${id})` : title }));
}

/** URL of this page with another configuration, without the visitor's current query. */
export function otherSearchUrl(address: string, id: number): string {
  const url = new URL(address);
  url.search = new URLSearchParams({ configuration: `${id}` }).toString();
  url.hash = '';
  return url.href;
}

/** URL of the search page of a configuration. */
export const pageUrl = (id: number): string => `/?configuration=${id}`;

export const editorUrl = (id: number): string => `/editor?configuration=${id}`;

export const placeNames = ['searches', 'content', 'curation', 'insight', 'access'] as const;
export type PlaceName = (typeof placeNames)[number];

/** Query parameters of a place; undefined and empty ones are left out. */
export type PlaceParameters = Record<string, string | undefined>;

export function placeUrl(place: PlaceName, parameters: PlaceParameters = {}): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  return `/studio/${place}${present.length > 0 ? `?${new URLSearchParams(present)}` : ''}`;
}

/** Configuration that the query string names: null without one, NaN if it is not a positive integer. */
export function requestedConfiguration(search: string): number | null {
  const text = new URLSearchParams(search).get('configuration');
  if (text === null) return null;
  return /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
}
