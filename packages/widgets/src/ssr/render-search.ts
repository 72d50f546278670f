/** Server-side rendering of `<semantic-search>` (Node): search box and first results. */
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, LitElement } from 'lit';
import { canonical, type Locale, loadLocale } from '../locale/locale.ts';
import { withTexts } from '../locale/own-texts.ts';
import * as cards from '../markup/cards.ts';
import { skeletonStyles } from '../markup/skeleton.ts';
import { type HeaderView, header } from '../page/header.ts';
import type { RenderedSearch } from '../page/hydration.ts';
import { type PageView, pageBody } from '../page/page-body.ts';
import { bodyAndPartsStyles } from '../page/search-page.ts';
import { laterStyles } from '../page/styles/later-styles.ts';
import { pageStyles } from '../page/styles/page-styles.ts';
import { headingLevelOf } from '../public-element.ts';
import * as hints from '../results/empty-state.ts';
import type { AttributeOverrides } from '../store/attribute-overrides.ts';
import { examplesOf } from '../store/query-state.ts';
import { SearchStore } from '../store/search-store.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { pageSurfaces, themeRules } from '../theme/theme.ts';
import { readUrlState, type UrlState, writeUrlState } from '../url-state/url-state.ts';

export interface SearchToRender {
  /** Base URL of the service. */
  endpoint: string;
  /** ID of the configuration. */
  configuration: number;
  /** Publishable token for the page. */
  token: string;
  /** Token for the requests of this server, if the publishable one is bound to origins; never sent to the browser. */
  serverToken?: string;
  /** Requested URL of the page, which contains the query. */
  address: string | URL;
  /** BCP 47 tag of the page; default `en`. */
  language?: string;
  /** Nonce of the page's `style-src`; without it the styles require `'unsafe-inline'`. */
  nonce?: string;
  /** Other attributes of the element, such as `id` or `heading-level`; true for one without a value. */
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Markup of the content, such as slots and templates; not escaped. */
  content?: string;
  /** Aborts the requests to the service. */
  signal?: AbortSignal;
}

/**
 * Renders the element with a declarative shadow root. Without scripts, the search box submits to the URL of the page, as
 * `?search=…`. If the service does not respond, the element has no content and the browser reports the error.
 */
export async function renderSearch(options: SearchToRender): Promise<string> {
  const { configuration, token, endpoint, attributes = {}, content = '' } = options;
  const [store, languageLocale] = await Promise.all([
    searchedStore(options),
    loadLocale(options.language ?? 'en'),
  ]);
  const texts = store.settings?.texts;
  const locale = texts
    ? withTexts(languageLocale, canonical(options.language ?? 'en'), [texts])
    : languageLocale;
  const all = Object.entries({ configuration, token, endpoint, ...attributes });
  const tag = all.map(attribute).join('');
  const root = store.settings && store.response ? shadowRoot(store, locale, options) : '';
  return `<semantic-search${tag}>${root}${root && unitRule(options)}${content}</semantic-search>`;
}

async function searchedStore(options: SearchToRender): Promise<SearchStore> {
  const connection = { endpoint: options.endpoint, token: options.serverToken ?? options.token };
  const store = new SearchStore(
    connection,
    options.configuration,
    canonical(options.language ?? 'en'),
    overridesOf(options),
  );
  store.query = readUrlState(addressOf(options), keyOf(options)).query;
  options.signal?.addEventListener('abort', () => store.close(), { once: true });
  await store.load();
  return store;
}

/** Value of an attribute as in the markup; null if the element does not have it. */
function given({ attributes = {} }: SearchToRender, name: string): string | null {
  const value = attributes[name];
  return value === undefined || value === false ? null : value === true ? '' : String(value);
}

/** Parses the attributes like the element does. */
function overridesOf(options: SearchToRender): AttributeOverrides {
  return {
    heading: given(options, 'heading'),
    itemsPerPage: Number(given(options, 'items-per-page')),
    titleAction: given(options, 'title-action') as AttributeOverrides['titleAction'],
    dateFormat: given(options, 'date-format') as AttributeOverrides['dateFormat'],
    asImages: given(options, 'as-images') !== null,
    noTags: given(options, 'no-tags') !== null,
  };
}

const keyOf = (options: SearchToRender): string =>
  given(options, 'url-key') || given(options, 'id') || 'search';

const nothing = () => undefined;

/** Members of the view that depend on the browser, and actions. */
const browserOnly = {
  parts: {
    isSettled: (name: string) => name === 'furtherResults',
    failure: nothing,
    need: async () => undefined,
    refresh: nothing,
    cards,
    hints,
    date: undefined,
    filterDrawer: undefined,
  },
  width: { narrow: false, wide: false },
  filtersElsewhere: false,
  templated: false,
  takesFocus: false,
  voice: false,
  noRecent: true,
  similarOpen: new Set<string>(),
  change: nothing,
  narrow: nothing,
  choose: nothing,
  toggleSimilar: nothing,
  commit: nothing,
  toResults: nothing,
  goTo: nothing,
  reset: nothing,
  filterDrawer: () => null,
};

function viewOf(store: SearchStore, locale: Locale, options: SearchToRender): HeaderView & PageView {
  const titleLevel = headingLevelOf(given(options, 'heading-level'));
  const urlOf = (state: UrlState) => {
    const { pathname, search } = writeUrlState(addressOf(options), keyOf(options), state);
    return pathname + search;
  };
  return {
    ...browserOnly,
    store,
    settings: store.settings!,
    locale,
    titleLevel,
    headingLevel: titleLevel + 1,
    example: (store.response && examplesOf(store.response)[0]) ?? '',
    actions: given(options, 'no-actions') === null ? { open: undefined, toggle: nothing } : undefined,
    detailUrl: (document) => urlOf({ query: store.query, document }),
    pageUrl: (start) => urlOf({ query: { ...store.query, start }, document: undefined }),
  };
}

const addressOf = ({ address }: SearchToRender): URL => new URL(address, 'http://page');

function shadowRoot(store: SearchStore, locale: Locale, options: SearchToRender): string {
  const view = viewOf(store, locale, options);
  const page = html`<div class="page" part="page" lang=${locale.tag}>${header(view)}${pageBody(view)}</div>`;
  const markup = collectResultSync(
    render(html`<server-rendered-search .page=${page}></server-rendered-search>`),
  );
  const begin = markup.indexOf('>', markup.indexOf('<template')) + 1;
  const inner = markup.slice(begin, markup.lastIndexOf('</template></server-rendered-search>'));
  return (
    `<template shadowrootmode="open"><style>${themeRules(store.settings!.layout, pageSurfaces)}${narrowRule}</style>${inner}`
      .replace(/<!--[^<>]*>|<\?>|\sdefer-hydration|\sshadowroot="open"/g, '')
      .replace(/\sselected="false"|\sselected(?=\sselected="true")/g, '')
      .replace('id="input"', `id="input" name="${escaped(keyOf(options))}"`)
      // Indentation becomes one space, as in the build, so that nothing moves when the script takes over.
      .replace(/\n\s+/g, ' ')
      .replaceAll('<style>', style(options))
      .concat(`<script type="application/json">${asJson(store)}</script></template>`)
  );
}

/** Query and response, so that the element need not search again. It is data, to which script policies do not apply. */
function asJson({ configuration, language, query, settings, response }: SearchStore): string {
  const rendered = { configuration, language, query, settings: settings!, response: response! };
  return JSON.stringify(rendered satisfies RenderedSearch).replaceAll('<', '\\u003c');
}

/** The property that the script registers; in a shadow root, `@property` has no effect. */
const unitRule = (options: SearchToRender): string =>
  `${style(options)}@property --unit{syntax:"<length>";inherits:true;initial-value:16px}</style>`;

const style = ({ nonce }: SearchToRender): string =>
  nonce ? `<style nonce="${escaped(nonce)}">` : '<style>';

/** Hides the filter column on narrow pages, where the script renders a button instead. */
const narrowRule = '@container (width < 48em){.side{display:none}}';

function attribute([name, value]: [name: string, value: string | number | boolean]): string {
  if (!/^[a-z][\w-]*$/.test(name)) throw new TypeError(`Not a name of an attribute: ${name}`);
  if (value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Placeholder element for rendering the templates, because slots require a shadow host. */
class ServerRenderedSearch extends LitElement {
  static override styles = [
    scale,
    controls,
    buttonStyles,
    skeletonStyles,
    pageStyles,
    ...bodyAndPartsStyles,
    laterStyles,
    ...cards.styles,
  ];
  static override properties = { page: { attribute: false } };
  declare page: unknown;

  override render() {
    return this.page;
  }
}
customElements.define('server-rendered-search', ServerRenderedSearch);
