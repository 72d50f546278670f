/** Server-side rendering of `<semantic-search>` (Node): search box and first results. */
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { ConfigurationSettings } from '@semantic-search/contract';
import { html, LitElement } from 'lit';
import { type Locale, loadLocale } from '../locale/locale.ts';
import { styles as cards } from '../markup/cards.ts';
import { skeletonStyles } from '../markup/skeleton-styles.ts';
import { header } from '../page/header.ts';
import type { RenderedSearch } from '../page/hydration.ts';
import { pageBody } from '../page/page-body.ts';
import { pageStyles } from '../page/page-styles.ts';
import { bodyAndPartsStyles } from '../page/search-page.ts';
import type { AttributeOverrides } from '../store/attribute-overrides.ts';
import { SearchStore } from '../store/search-store.ts';
import { controls, scale } from '../theme/base-styles.ts';
import { buttonStyles } from '../theme/button-styles.ts';
import { propertiesOf, type Surface } from '../theme/theme.ts';
import { readUrlState } from '../url-state/url-state.ts';
import { servedView } from './static-view.ts';

export interface SearchToRender {
  /** Base URL of the service. */
  endpoint: string;
  /** Id of the configuration. */
  configuration: number;
  /** The publishable token that goes into the page. */
  token: string;
  /** The token with which this server asks, where the publishable one is bound to origins; never leaves the server. */
  serverToken?: string;
  /** Address of the page as it was asked for: it holds the visitor's query. */
  address: string | URL;
  /** BCP 47 tag of the page; default `en`. */
  language?: string;
  /** Of the page's `style-src`, for the styles; without it they need `'unsafe-inline'`. */
  nonce?: string;
  /** Further attributes of the element, such as `id` or `heading-level`; true for one without a value. */
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** Markup between the tags, such as slots and templates; it is not escaped. */
  content?: string;
  /** Ends the request to the service. */
  signal?: AbortSignal;
}

/**
 * The element with a declarative shadow root. Without scripts the box sends its query to the page's own address, as
 * `?search=…`. Where the service does not response, the element stands alone and the browser will tell.
 */
export async function renderSearch(wish: SearchToRender): Promise<string> {
  const { configuration, token, endpoint, attributes = {}, content = '' } = wish;
  const [store, locale] = await Promise.all([asked(wish), loadLocale(wish.language ?? 'en')]);
  const all = Object.entries({ configuration, token, endpoint, ...attributes });
  const tag = all.map(([name, value]) => attribute(name, value)).join('');
  const root = store.settings && store.response ? shadowRoot(store, locale, wish) : '';
  return `<semantic-search${tag}>${root}${root && unit(wish)}${content}</semantic-search>`;
}

async function asked(wish: SearchToRender): Promise<SearchStore> {
  const connection = { endpoint: wish.endpoint, token: wish.serverToken ?? wish.token };
  const store = new SearchStore(connection, wish.configuration, wish.language ?? 'en', ownOf(wish));
  store.query = readUrlState(new URL(wish.address, 'http://page'), keyOf(wish)).query;
  wish.signal?.addEventListener('abort', () => store.close(), { once: true });
  await store.open();
  return store;
}

/** As the element reads its attributes. */
function ownOf({ attributes = {} }: SearchToRender): AttributeOverrides {
  const given = (name: string) => {
    const value = attributes[name];
    return value === undefined || value === false ? null : value === true ? '' : String(value);
  };
  return {
    heading: given('heading'),
    itemsPerPage: Number(given('items-per-page')),
    titleAction: given('title-action') as AttributeOverrides['titleAction'],
    dateFormat: given('date-format') as AttributeOverrides['dateFormat'],
    asImages: given('as-images') !== null,
    noTags: given('no-tags') !== null,
  };
}

const keyOf = ({ attributes = {} }: SearchToRender): string =>
  String(attributes['url-key'] ?? attributes.id ?? 'search');

function shadowRoot(store: SearchStore, locale: Locale, wish: SearchToRender): string {
  const { attributes = {} } = wish;
  const key = keyOf(wish);
  const view = servedView({
    store,
    locale,
    key,
    address: new URL(wish.address, 'http://page'),
    titleLevel: Number(attributes['heading-level'] ?? 2),
    hasActions: !attributes['no-actions'],
  });
  const page = html`<div class="page" part="page" lang=${locale.tag}>${header(view)}${pageBody(view)}</div>`;
  const markup = collectResultSync(render(html`<served-search .page=${page}></served-search>`));
  const begin = markup.indexOf('>', markup.indexOf('<template')) + 1;
  const inner = markup.slice(begin, markup.lastIndexOf('</template></served-search>'));
  return (
    `<template shadowrootmode="open"><style>${colors(store.settings!.layout)}${narrow}</style>${inner}`
      .replace(/<!--[^<>]*>|<\?>|\sdefer-hydration|\sshadowroot="open"/g, '')
      .replace(/\sselected="false"|\sselected(?=\sselected="true")/g, '')
      .replace('id="input"', `id="input" name="${escaped(key)}"`)
      // As the build does with the templates: a space between two of them is a space on screen.
      .replace(/\n\s+/g, '\n')
      .replace(/>\n</g, '><')
      .replaceAll('<style>', style(wish))
      .concat(`<script type="application/json">${asJson(store)}</script></template>`)
  );
}

/** Query and response, so that the element need not search again. It is data, to which script policies do not apply. */
function asJson({ configuration, language, query, settings, response }: SearchStore): string {
  const rendered: RenderedSearch = {
    configuration,
    language,
    query,
    settings: settings!,
    response: response!,
  };
  return JSON.stringify(rendered).replaceAll('<', '\\u003c');
}

/** What the script registers otherwise; in a shadow root the rule would mean nothing. */
const unit = (wish: SearchToRender): string =>
  `${style(wish)}@property --unit{syntax:"<length>";inherits:true;initial-value:16px}</style>`;

const style = ({ nonce }: SearchToRender): string =>
  nonce ? `<style nonce="${escaped(nonce)}">` : '<style>';

/** The painter sets these on the elements, which a policy without `unsafe-inline` refuses in markup. */
function colors(layout: ConfigurationSettings['layout']): string {
  const surfaces: [selector: string, surface: Surface][] = [
    // Named, to be more than what the page's own styles say of a host before there are colours.
    [':host(semantic-search)', 'documents'],
    ['.navbar', 'navbar'],
    ['semantic-search-box', 'documents'],
    ['.side', 'facets'],
  ];
  return surfaces
    .map(([selector, surface]) => {
      const properties = propertiesOf(layout, surface).map(([name, value]) => `${name}:${value}`);
      return `${selector}{${properties.join(';')}}`;
    })
    .join('');
}

/** Where there is no room for a column of filters, the browser will put a button in its place. */
const narrow = '@container (width < 40em){.side{display:none}}';

function attribute(name: string, value: string | number | boolean): string {
  if (!/^[a-z][\w-]*$/.test(name)) throw new TypeError(`Not a name of an attribute: ${name}`);
  if (value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Stands for the element while its templates are rendered: slots need an element around them. */
class ServedSearch extends LitElement {
  static override styles = [
    scale,
    controls,
    buttonStyles,
    skeletonStyles,
    pageStyles,
    ...bodyAndPartsStyles,
    ...cards,
  ];
  static override properties = { page: { attribute: false } };
  declare page: unknown;

  override render() {
    return this.page;
  }
}
customElements.define('served-search', ServedSearch);
