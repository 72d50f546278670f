/** Script entry point: loads the elements in use and mounts script tags with data attributes. */
import { tryImport } from './markup/failures.ts';
import { SemanticSearch } from './semantic-search.ts';

/** All elements are defined after this time, because shadow roots of the page may contain them. */
const DEFINITION_DELAY_MS = 1000;

/** Loads the chunk of the page, which defines `<facet-panel>`, and through it the chunk of `<similar-docs>`. */
async function defineElements(): Promise<void> {
  // An earlier copy of the script in the page has defined the elements; this copy must not.
  if (customElements.get('semantic-search') !== SemanticSearch) return;
  await tryImport(import('./page/search-page.ts').then(({ componentLoaders }) => componentLoaders.similar()));
}

/** `<script type="module" src="…/widget.js" data-configuration="7" data-token="…" data-target="#here" data-mode="dialog">` */
function mount(script: HTMLScriptElement): void {
  const { target: selector } = script.dataset;
  script.dataset.mounted = '';
  const container = selector ? document.querySelector(selector) : null;
  if (selector && !container) console.warn(`semantic-search: no element matches ${selector}`);
  const element = document.createElement('semantic-search');
  for (const name of SemanticSearch.observedAttributes) {
    const value = script.getAttribute(`data-${name}`);
    if (value !== null) element.setAttribute(name, value);
  }
  if (script.lang) element.lang = script.lang;
  if (container) container.append(element);
  else script.after(element);
}

/** A module script runs once per URL; the observer finds repeated script tags. */
function loadAndMount(): void {
  if (document.querySelector('facet-panel, similar-docs')) void defineElements();
  const selector = 'script[data-configuration]:not([data-mounted])';
  for (const script of document.querySelectorAll<HTMLScriptElement>(selector))
    if (script.src === import.meta.url) mount(script);
}

new MutationObserver(loadAndMount).observe(document, { childList: true, subtree: true });
addEventListener('load', loadAndMount);
setTimeout(defineElements, DEFINITION_DELAY_MS);
loadAndMount();
