/** Page header: logo, title and search box, rendered before the configuration loads. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Locale } from '../locale/locale.ts';
import { safeImage } from '../store/query-state.ts';
import type { SearchStore } from '../store/search-store.ts';
import '../search-box/search-box.ts';

export interface HeaderView {
  store: SearchStore;
  /** Undefined until the configuration has loaded. */
  settings: ConfigurationSettings | undefined;
  locale: Locale;
  titleLevel: number;
  /** Example query; empty if there is none. */
  example: string;
  voice: boolean;
  noRecent: boolean;
  commit(): void;
  toResults(): void;
  choose(event: CustomEvent<RetrievedDocument>): void;
}

export function header(view: HeaderView): TemplateResult {
  const { settings, store } = view;
  return html`<header class="navbar ${settings ? '' : 'loading'}" part="navbar">
    <div class="brand">${settings ? brand(settings, view.titleLevel) : nothing}<slot name="header"></slot></div>
    ${hasSearchBox(settings) ? box(view) : nothing}
    ${store.response ? html`<button class="button skip" type="button" @click=${view.toResults}>${view.locale.text('skipToResults')}</button>` : nothing}
  </header>`;
}

function brand({ title, layout }: ConfigurationSettings, level: number): TemplateResult {
  const logo = safeImage(layout.logo);
  return html`${logo ? html`<img class="logo" part="logo" src=${logo} alt="" />` : nothing}
    ${title ? html`<h2 class="title" part="title" aria-level=${level}>${title}</h2>` : nothing}`;
}

/** Before the configuration loads, and without a component order, the search box is shown. */
function hasSearchBox(settings: ConfigurationSettings | undefined): boolean {
  const order = settings?.filter.componentOrder ?? [];
  return !order.length || order.includes('search');
}

const box = (view: HeaderView) => html`<semantic-search-box
  exportparts="search-box, input, suggestions, suggestion"
  .store=${view.store}
  .locale=${view.locale}
  .example=${view.example}
  .voice=${view.voice}
  .noRecent=${view.noRecent}
  @commit=${view.commit}
  @choose-document=${view.choose}
></semantic-search-box>`;
