/** Features for which the first results do not wait (lazy): redirects, scroll position, focus, insight. */
import { emit } from '../events.ts';
import { tryImport } from '../markup/failures.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchHost } from '../store/search-context.ts';
import { listen } from '../store/window-events.ts';
import { addStyles } from '../theme/base-styles.ts';
import { isRepeated, type ScrollPosition, scroller, scrollKey } from '../url-state/history-entry.ts';
import { FocusController } from './focus-controller.ts';
import { focusByShortcut } from './keyboard-shortcut.ts';
import { deferredStyles } from './styles/deferred-styles.ts';

/** `submittedInput` is the text that the visitor has submitted, or that the URL contained when the page was opened. */
export function addDeferredFeatures(host: SearchHost, submittedInput: string): void {
  new FocusController(host);
  redirectSubmittedSearches(host, submittedInput);
  listen(host, 'keydown', (event) => focusByShortcut(host, event));
  listen(host, 'pagehide', (event) => saveScrollPosition(host, event));
  if (host.store?.settings?.insight !== 'off')
    void tryImport(import('./insight.ts')).then((loaded) => loaded?.addInsight(host));
  addStyles(host, deferredStyles);
}

/** Redirects a submitted search to the address of its rule. Typed text may still become another search. */
function redirectSubmittedSearches(host: SearchHost, submittedInput: string): void {
  // After Back or a reload, the visitor wants the results, not the redirect.
  let awaitedInput = isRepeated() || submittedInput === '' ? undefined : submittedInput;
  const redirect = () => {
    const { response, responseQuery } = host.store ?? {};
    const url = safeLink(response?.redirect ?? '');
    if (!url || awaitedInput !== responseQuery?.input) return;
    awaitedInput = undefined;
    const { origin, pathname } = new URL(url);
    // A rule that redirects to the current page would reload it forever.
    const isCurrentPage = origin + pathname === location.origin + location.pathname;
    if (!isCurrentPage && emit(host, 'semantic-search-redirect', { url })) location.assign(url);
  };
  const handleCommit = () => {
    awaitedInput = host.store?.query.input;
    if (!host.store?.request) redirect();
  };
  host.renderRoot.addEventListener('commit', handleCommit);
  host.addEventListener('semantic-search-results', redirect);
  redirect();
}

/** The event at which a search of the page has stored the scroll position. */
let handledEvent: Event | undefined;

/** Stores the scroll position, once for all searches, when the visitor leaves the page. */
function saveScrollPosition(host: SearchHost, event: Event): void {
  const focused = host.shadowRoot?.activeElement ?? document.activeElement;
  const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
  // The search with the focused result replaces a position without one.
  if (event === handledEvent && !id) return;
  handledEvent = event;
  const position: ScrollPosition = { top: scroller(host).scrollTop, document: id };
  try {
    sessionStorage.setItem(scrollKey(), JSON.stringify(position));
  } catch {
    // Storage is blocked or full; the page begins at its top.
  }
}
