/** Shortcuts of the page: `/` and Ctrl or ⌘ K put the focus into the first search box that wants them. */
import type { LitElement, ReactiveController } from 'lit';

interface Shortcut extends LitElement {
  noShortcut: boolean;
}

export class Shortcuts implements ReactiveController {
  readonly #host: Shortcut;

  constructor(host: Shortcut) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#key);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#key);
  }

  #key = (event: KeyboardEvent): void => {
    if (this.#host.noShortcut || event.defaultPrevented || event.isComposing || event.altKey) return;
    const command = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isEditable(event);
    // A hidden one, as in a tab that is not shown, leaves them to the next.
    if (!(command || slash) || !this.#host.checkVisibility()) return;
    // Over a dialog of the page's own nothing else opens.
    const modal = document.querySelector(':modal');
    if (modal && !modal.contains(this.#host)) return;
    event.preventDefault();
    this.#host.focus();
  };
}

const takesLetters = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range])';

const isEditable = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (target) => target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters)),
    );
