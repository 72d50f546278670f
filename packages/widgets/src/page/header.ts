/** Page header: logo, title and search box, rendered before the configuration loads. */
import type { ConfigurationSettings, RetrievedDocument } from '@semantic-search/contract';
import { html, nothing, type TemplateResult } from 'lit';
import { safeImage } from '../store/safe-url.ts';
import type { SearchHost } from '../store/search-context.ts';
import '../search-box/search-box.ts';

interface HeaderView {
  /** Undefined until the configuration has loaded. */
  settings: ConfigurationSettings | undefined;
  /** Example query; empty if there is none. */
  example: string;
  handleCommit(): void;
  skipToResults(): void;
  /** Opens a document of the suggestions. */
  choose(event: CustomEvent<RetrievedDocument>): void;
}

export function header(host: SearchHost, view: HeaderView): TemplateResult {
  const { settings } = view;
  return html`<header class="navbar ${settings ? '' : 'loading'}" part="navbar">
    <div class="brand">${settings ? brand(settings, host.headingLevel) : nothing}<slot name="header"></slot></div>
    ${hasSearchBox(settings) ? searchBox(host, view) : nothing}
    ${host.store?.response ? html`<button class="button skip" type="button" @click=${view.skipToResults}>${host.locale.text('skipToResults')}</button>` : nothing}
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

const searchBox = (host: SearchHost, view: HeaderView) => html`<semantic-search-box
  exportparts="search-box, input, suggestions, suggestion" .store=${host.store} .locale=${host.locale}
  .example=${view.example} .voice=${host.voice} .noRecent=${host.noRecent}
  @commit=${view.handleCommit} @choose-document=${view.choose}
></semantic-search-box>`;
