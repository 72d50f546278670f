/** Live region of an instance (`role=status`): announces the outcome of a search after a debounce. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Long enough for typing, because an announcement would interrupt the screen reader as it reads typed characters. */
const ANNOUNCEMENT_DEBOUNCE_MS = 700;

export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = '';
  /** Pending messages by topic; only the newest of each is announced. */
  readonly #pending = new Map<string, string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** An empty text withdraws the pending message of the topic. */
  announce(text: string, topic = 'results'): void {
    this.#pending.set(topic, text);
    // Emptied, because screen readers ignore a text that equals the previous one.
    this.#text = '';
    this.#host.requestUpdate();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#text = [...this.#pending.values()].filter(Boolean).join(' ');
      this.#pending.clear();
      this.#host.requestUpdate();
    }, ANNOUNCEMENT_DEBOUNCE_MS);
  }

  /** Handles the `announce` events of the elements inside the page; the name of an element is the topic. */
  handleAnnounce = ({ detail, target }: CustomEvent<string>): void =>
    this.announce(detail, (target as Element).localName);

  /** Rendered empty at first: screen readers ignore a live region that is inserted with its text. */
  render = () => html`<div class="hidden" role="status">${this.#text}</div>`;
}
