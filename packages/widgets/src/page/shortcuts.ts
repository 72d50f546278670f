/** Keyboard shortcuts: `/` and Ctrl or ⌘ K focus the first search box. */
import type { LitElement, ReactiveController } from 'lit';
import { nearest } from '../locale/locale.ts';

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
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() !== (isCommand ? 'k' : '/') || isTaken(event, isCommand)) return;
    // A hidden one, as in a tab that is not shown, leaves them to the next.
    if (!this.#host.checkVisibility()) return;
    // Over a dialog of the page's own nothing else opens.
    if (document.querySelector(':modal') && !nearest(this.#host, ':modal')) return;
    event.preventDefault();
    this.#host.focus();
  };
}

const takesLetters = 'textarea, select, input:not([type=checkbox], [type=radio], [type=range])';

/** By a field for its letters, or by an editor, in which Ctrl or ⌘ K makes a link. */
const isTaken = (event: Event, isCommand: boolean): boolean =>
  event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        (target.isContentEditable || (!isCommand && target.matches(takesLetters))),
    );
