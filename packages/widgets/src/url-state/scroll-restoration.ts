/** Scroll restoration after back navigation, once the results are rendered. */
import type { LitElement, ReactiveController } from 'lit';
import { isOpenState } from './history-state.ts';

interface Place {
  top: number;
  /** Id of the document whose title had the focus. */
  document: string | undefined;
  /** Of the departure that it was noted at. */
  at: number;
}

const member = 'semantic-search';

/** Notes the place in the entry of the history that is left. */
export class PlaceKeeper implements ReactiveController {
  readonly #host: HTMLElement;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#note);
    addEventListener('click', this.#follow);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#note);
    removeEventListener('click', this.#follow);
  }

  /** On the way to another site it is too late for a note when the page is hidden: another process has the history then. */
  #follow = (event: Event): void => {
    const path = event.composedPath() as HTMLAnchorElement[];
    if (!event.defaultPrevented && path.some(({ href }) => href)) this.#note(event);
  };

  #note = ({ timeStamp: at }: Event): void => {
    const state = history.state as Record<string, Place> | null;
    // What the page itself keeps there, be it a word or a number, goes before.
    if (state !== null && !isOpenState()) return;
    const focused = this.#host.shadowRoot?.activeElement ?? document.activeElement;
    const id = focused instanceof HTMLElement ? focused.dataset.document : undefined;
    // Another instance on the page may just have noted where the visitor was.
    if (state?.[member]?.at === at && !id) return;
    const place: Place = { top: scrollY, document: id, at };
    history.replaceState({ ...state, [member]: place }, '');
  };
}

/** The place to return to; undefined where the page was not left from here. Asked once. */
export function formerPlace(): Place | undefined {
  const state = history.state as Record<string, unknown> | null;
  const place = state?.[member] as Place | undefined;
  if (!place) return undefined;
  const { [member]: _, ...rest } = state!;
  history.replaceState(rest, '');
  return place;
}
