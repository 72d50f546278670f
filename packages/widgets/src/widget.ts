/** Script entry point: loads the elements in use and mounts script tags with data attributes. */
import { SemanticSearch } from './semantic-search.ts';

const SEARCH_INTERVAL_MS = 300;

/** Component loader of each lazy element. */
const lazyElements = { 'facet-panel': 'facets', 'similar-docs': 'similar' } as const;

/** Loads the elements that occur in `root` and are not defined yet. */
function loadElements(root: ParentNode): void {
  for (const [name, component] of Object.entries(lazyElements))
    if (!customElements.get(name) && root.querySelector(name))
      // They share the chunk of the page; a page with similar documents only uses similar-docs.js.
      void import('./page/search-page.ts').then(({ componentLoaders }) => {
        void componentLoaders[component]();
      });
}

const observer = new MutationObserver(loadAndMount);
const observedRoots = new WeakSet<Node>();
/** Names of elements whose definition is awaited or known. */
const awaited = new Set<string>();
let isSearching = false;

/** Finds the elements in open shadow roots, also of elements that are defined later; once in a while, because it looks at all. */
function searchShadowRoots(): void {
  if (isSearching || Object.keys(lazyElements).every((name) => customElements.get(name))) return;
  isSearching = true;
  setTimeout(() => {
    isSearching = false;
    searchShadowRootsIn(document);
  }, SEARCH_INTERVAL_MS);
}

function searchShadowRootsIn(root: ParentNode): void {
  for (const element of root.querySelectorAll('*')) {
    const { shadowRoot, localName } = element;
    if (element.matches(':not(:defined)') && !awaited.has(localName))
      void customElements.whenDefined(localName).then(searchShadowRoots, () => {});
    awaited.add(localName);
    if (!shadowRoot || localName.startsWith('semantic-search')) continue;
    if (!observedRoots.has(shadowRoot)) observer.observe(shadowRoot, { childList: true, subtree: true });
    observedRoots.add(shadowRoot);
    loadElements(shadowRoot);
    searchShadowRootsIn(shadowRoot);
  }
}

/** `<script type="module" src="…/widget.js" data-configuration="7" data-token="…" data-target="#here" data-mode="dialog">` */
function mount(script: HTMLScriptElement): void {
  const { target } = script.dataset;
  script.dataset.mounted = '';
  const container = target ? document.querySelector(target) : null;
  if (target && !container) console.warn(`semantic-search: no element matches ${target}`);
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
  loadElements(document);
  searchShadowRoots();
  for (const script of document.querySelectorAll<HTMLScriptElement>(
    'script[data-configuration]:not([data-mounted])',
  ))
    if (script.src === import.meta.url) mount(script);
}

observer.observe(document, { childList: true, subtree: true });
addEventListener('load', loadAndMount);
loadAndMount();
