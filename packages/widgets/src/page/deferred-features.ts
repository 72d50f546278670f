/** Page features that load after the first results: shortcuts, redirects, focus, scrolling (lazy). */
import type { LitElement, ReactiveController } from 'lit';
import { emit } from '../events.ts';
import { closestAcrossShadowRoots } from '../locale/locale.ts';
import { tryImport } from '../markup/failures.ts';
import { safeLink } from '../store/query-state.ts';
import type { SearchHost } from '../store/search-context.ts';
import { listen } from '../store/window-events.ts';
import { isRepeated, type ScrollPosition, scrollKey } from '../url-state/history-entry.ts';
import { deferredStyles } from './styles/deferred-styles.ts';

/** `input` is the text of the address, or what the visitor has submitted before this script was loaded. */
export function addDeferredFeatures(host: SearchHost, input: string): void {
  new FocusController(host);
  followRedirects(host, input);
  listen(host, 'keydown', (event) => focusByShortcut(host, event));
  listen(host, 'pagehide', (event) => saveScrollPosition(host, event));
  if (host.store?.settings?.insight !== 'off')
    void tryImport(import('./insight.ts')).then((loaded) => loaded?.addInsight(host));
  (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(deferredStyles.styleSheet!);
}

/** Redirects a committed search to the address of its rule. Typed text may still become another search. */
function followRedirects(host: SearchHost, input: string): void {
  let committed = isRepeated() || input === '' ? undefined : input;
  const follow = () => {
    const { response, responseQuery } = host.store ?? {};
    const url = safeLink(response?.redirect ?? '');
    if (!url || committed !== responseQuery?.input) return;
    committed = undefined;
    const { origin, pathname } = new URL(url);
    // A rule that redirects to the current page would reload it forever.
    if (origin + pathname === location.origin + location.pathname) return;
    if (emit(host, 'semantic-search-redirect', { url })) location.assign(url);
  };
  const commit = () => {
    committed = host.store?.query.input;
    if (!host.store?.pending) follow();
  };
  // The event of the search box does not bubble.
  host.renderRoot.addEventListener('commit', commit, { capture: true });
  host.addEventListener('semantic-search-results', follow);
  follow();
}

/** Keyboard shortcuts: `/` and Ctrl or ⌘ K focus the first search box. */
function focusByShortcut(host: SearchHost, event: KeyboardEvent): void {
  if (host.noShortcut || event.defaultPrevented || event.isComposing || event.altKey) return;
  // On Cyrillic, Greek, Arabic and other layouts, the key has a letter of that script.
  const isK = event.key.toLowerCase() === 'k' || (event.code === 'KeyK' && /\P{ASCII}/u.test(event.key));
  const isShortcut = event.ctrlKey || event.metaKey ? isK : event.key === '/';
  if (!isShortcut || isHandledByTarget(event)) return;
  // A hidden search leaves the shortcuts to the next one.
  if (!host.checkVisibility()) return;
  // The shortcut does not open a search over a modal dialog of the page.
  if (document.querySelector(':modal') && !closestAcrossShadowRoots(host, ':modal')) return;
  event.preventDefault();
  host.focus();
}

const textFields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range]), [role=textbox]';

/** Whether an element needs the character. A focused element with a closed shadow root may contain a text field. */
const isTextField = (element: HTMLElement): boolean =>
  element.matches(textFields) ||
  (/-/.test(element.localName) && element.matches(':focus') && !element.shadowRoot);

/** Whether a field needs the character, or an editor uses Ctrl or ⌘ K for links. */
const isHandledByTarget = (event: KeyboardEvent): boolean =>
  event
    .composedPath()
    .filter((target) => target instanceof HTMLElement)
    .some((element) => element.isContentEditable || (event.key === '/' && isTextField(element)));

/** The event at which an instance has saved the position; other instances on the page skip it. */
let lastEvent: Event | undefined;

/** Stores the scroll position when the visitor leaves the page. */
function saveScrollPosition(host: SearchHost, event: Event): void {
  const focused = host.shadowRoot?.activeElement ?? document.activeElement;
  const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
  if (event === lastEvent && !id) return;
  lastEvent = event;
  const position: ScrollPosition = { top: scrollY, document: id };
  try {
    sessionStorage.setItem(scrollKey(), JSON.stringify(position));
  } catch {
    // Storage is blocked or full; the page begins at its top.
  }
}

/** Groups of removable elements: when one disappears, the focus moves to the next one in its group. */
const groups = ['.active', '.understood'];

/** Moves the focus when a rendering removes the focused element. */
class FocusController implements ReactiveController {
  readonly #host: LitElement;
  #focused: Element | null = null;
  #group: string | undefined;
  /** Index of the focused element in its group. */
  #place = -1;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
    this.#group = groups.find((group) => this.#focused?.closest(group));
    this.#place = this.#removers().indexOf(this.#focused as HTMLElement);
  }

  hostUpdated(): void {
    if (!this.#focused || this.#focused.isConnected || this.#host.shadowRoot?.activeElement) return;
    const removers = this.#place < 0 ? [] : this.#removers();
    const heading = this.#host.renderRoot.querySelector<HTMLElement>('#results');
    (removers[this.#place] ?? removers.at(-1) ?? heading)?.focus({ preventScroll: true });
  }

  #removers(): HTMLElement[] {
    if (!this.#group) return [];
    return [...this.#host.renderRoot.querySelectorAll<HTMLElement>(`${this.#group} .remove`)];
  }
}
