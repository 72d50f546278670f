/** Page features after the first results: shortcuts, redirects, focus, scroll position (lazy). */
import { emit } from '../events.ts';
import { tryImport } from '../markup/failures.ts';
import { safeLink } from '../store/safe-url.ts';
import type { SearchHost } from '../store/search-context.ts';
import { listen } from '../store/window-events.ts';
import { addStyles } from '../theme/base-styles.ts';
import { isRepeated, type ScrollPosition, scrollKey } from '../url-state/history-entry.ts';
import { FocusController } from './focus-controller.ts';
import { focusByShortcut } from './keyboard-shortcut.ts';
import { deferredStyles } from './styles/deferred-styles.ts';

/** `input` is the text of the address, or what the visitor has submitted before this script was loaded. */
export function addDeferredFeatures(host: SearchHost, input: string): void {
  new FocusController(host);
  followRedirects(host, input);
  listen(host, 'keydown', (event) => focusByShortcut(host, event));
  listen(host, 'pagehide', (event) => saveScrollPosition(host, event));
  if (host.store?.settings?.insight !== 'off')
    void tryImport(import('./insight.ts')).then((loaded) => loaded?.addInsight(host));
  addStyles(host, deferredStyles);
}

/** Redirects a submitted search to the address of its rule. Typed text may still become another search. */
function followRedirects(host: SearchHost, input: string): void {
  // After Back or a reload, the visitor wants the results, not the redirect.
  let submitted = isRepeated() || input === '' ? undefined : input;
  const follow = () => {
    const { response, responseQuery } = host.store ?? {};
    const url = safeLink(response?.redirect ?? '');
    if (!url || submitted !== responseQuery?.input) return;
    submitted = undefined;
    const { origin, pathname } = new URL(url);
    // A rule that redirects to the current page would reload it forever.
    if (origin + pathname === location.origin + location.pathname) return;
    if (emit(host, 'semantic-search-redirect', { url })) location.assign(url);
  };
  const handleCommit = () => {
    submitted = host.store?.query.input;
    if (!host.store?.pending) follow();
  };
  // The event of the search box does not bubble.
  host.renderRoot.addEventListener('commit', handleCommit, { capture: true });
  host.addEventListener('semantic-search-results', follow);
  follow();
}

/** The event at which a search has saved the position; other searches in the page skip it. */
let lastEvent: Event | undefined;

/** Stores the scroll position when the visitor leaves the page. */
function saveScrollPosition(host: SearchHost, event: Event): void {
  const focused = host.shadowRoot?.activeElement ?? document.activeElement;
  const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
  // The search with the focused result replaces a position without one.
  if (event === lastEvent && !id) return;
  lastEvent = event;
  const position: ScrollPosition = { top: scrollY, document: id };
  try {
    sessionStorage.setItem(scrollKey(), JSON.stringify(position));
  } catch {
    // Storage is blocked or full; the page begins at its top.
  }
}
