/** Keyboard shortcuts: `/` and Ctrl or ⌘ K focus the first search box. */
import type { LitElement, ReactiveController } from 'lit';
import { closestAcrossShadowRoots } from '../closest.ts';

interface Shortcut extends LitElement {
  readonly noShortcut: boolean;
}

export class Shortcuts implements ReactiveController {
  readonly #host: Shortcut;

  constructor(host: Shortcut) {
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
