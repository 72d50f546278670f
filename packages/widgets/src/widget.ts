/** Script entry point: loads the elements in use and mounts script tags with data attributes. */
import { SemanticSearch } from './semantic-search.ts';

// Shared by the lazy chunks, so that each of them costs only one additional request.
export { StoreConsumerController } from './store/consumer-controller.ts';

const elements = {
  'facet-panel': () =>
    import('./page/search-page.ts').then(({ componentLoaders }) => componentLoaders.facets()),
  // Loaded through the chunk of the page, which they share; a page with similar documents only uses similar-docs.js.
  'similar-docs': () =>
    import('./page/search-page.ts').then(({ componentLoaders }) => componentLoaders.similar()),
};

/** Loads the elements that occur in the document and are not defined yet. */
function load(): void {
  for (const [name, start] of Object.entries(elements))
    if (!customElements.get(name) && document.querySelector(name)) void start();
}

/** `<script type="module" src="…/widget.js" data-configuration="7" data-token="…" data-target="#here" data-mode="dialog">` */
function mount(script: HTMLScriptElement): void {
  const { target } = script.dataset;
  script.dataset.mounted = '';
  const place = target ? document.querySelector(target) : null;
  if (target && !place) console.warn(`semantic-search: no element matches ${target}`);
  const element = document.createElement('semantic-search');
  for (const name of SemanticSearch.observedAttributes) {
    const value = script.getAttribute(`data-${name}`);
    if (value !== null) element.setAttribute(name, value);
  }
  if (script.lang) element.lang = script.lang;
  if (place) place.append(element);
  else script.after(element);
}

/** A module script runs once per URL; repeated script tags are found by the observer instead. */
function look(): void {
  load();
  for (const script of document.querySelectorAll<HTMLScriptElement>(
    'script[data-configuration]:not([data-mounted])',
  ))
    if (script.src === import.meta.url) mount(script);
}

new MutationObserver(look).observe(document, { childList: true, subtree: true });
look();
