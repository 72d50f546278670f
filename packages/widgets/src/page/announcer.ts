/** Live region of an instance (`role=status`), announces the outcome after a debounce. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Debounce, so that screen readers do not interrupt the reading of typed characters. */
const quiet = 700;

export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = '';
  /** Pending messages by topic; only the newest of each is announced. */
  readonly #news = new Map<string, string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  say(text: string, about = 'results'): void {
    this.#news.set(about, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#text = [...this.#news.values()].filter(Boolean).join(' ');
      this.#news.clear();
      this.#host.requestUpdate();
    }, quiet);
  }

  /** Handles the `say` events of the elements inside the page. */
  hear = ({ detail, target }: CustomEvent<string>): void => this.say(detail, (target as Element).localName);

  /** Rendered empty at first: screen readers ignore a live region that is inserted with its text. */
  render = () => html`<div class="hidden" role="status">${this.#text}</div>`;
}
