/** Parts of the page for which the first results do not wait (lazy). */
import type { LitElement, ReactiveController } from 'lit';
import { tryImport } from '../lazy-import.ts';
import { closestAcrossShadowRoots } from '../locale/locale.ts';
import type { SearchHost } from '../store/search-host.ts';
import { type ScrollPosition, scrollKey } from '../url-state/history-entry.ts';
import { FocusController } from './focus-controller.ts';
import { laterStyles } from './styles/later-styles.ts';
import { printStyles } from './styles/print-styles.ts';

export function addLater(host: SearchHost): void {
  new FocusController(host);
  new Shortcuts(host);
  new ScrollRestoration(host);
  if ('modelContext' in document)
    void tryImport(import('./web-mcp.ts')).then((loaded) => loaded?.addWebMcp(host));
  for (const { styleSheet } of [laterStyles, printStyles])
    (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet!);
}

/** Keyboard shortcuts: `/` and Ctrl or ⌘ K focus the first search box. */
class Shortcuts implements ReactiveController {
  readonly #host: SearchHost;

  constructor(host: SearchHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#handleKeydown);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#handleKeydown);
  }

  #handleKeydown = (event: KeyboardEvent): void => {
    if (this.#host.noShortcut || event.defaultPrevented || event.isComposing || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() !== (isCommand ? 'k' : '/') || isHandledByTarget(event, isCommand)) return;
    // A hidden search leaves the shortcuts to the next one.
    if (!this.#host.checkVisibility()) return;
    // No search opens over a modal dialog of the page.
    if (document.querySelector(':modal') && !closestAcrossShadowRoots(this.#host, ':modal')) return;
    event.preventDefault();
    this.#host.focus();
  };
}

const textFields = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range])';

/** Whether a field needs the character, or an editor uses Ctrl or ⌘ K for links. */
const isHandledByTarget = (event: Event, isCommand: boolean): boolean =>
  event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        (target.isContentEditable || (!isCommand && target.matches(textFields))),
    );

/** Another instance on the page may have saved the position at this event. */
let lastEvent: Event | undefined;

/** Stores the scroll position when the visitor leaves the page. */
class ScrollRestoration implements ReactiveController {
  readonly #host: HTMLElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#save);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#save);
  }

  #save = (event: Event): void => {
    const focused = this.#host.shadowRoot?.activeElement ?? document.activeElement;
    const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
    if (event === lastEvent && !id) return;
    lastEvent = event;
    const position: ScrollPosition = { top: scrollY, document: id };
    try {
      sessionStorage.setItem(scrollKey(), JSON.stringify(position));
    } catch {
      // Storage is blocked or full; the page begins at its top.
    }
  };
}
