/** Live region of an instance (`role=status`), announces the outcome after a debounce. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Milliseconds of quiet; while a visitor types, a screen reader should read the typing and nothing else. */
const quiet = 700;

export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = '';
  /** By what they are about: of each only the newest is still true. */
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

  /** What the elements of the page have to say. */
  hear = ({ detail, target }: CustomEvent<string>): void => this.say(detail, (target as Element).localName);

  /** Part of the host's first rendering: a status that comes with its text is not read. */
  render = () => html`<div class="hidden" role="status">${this.#text}</div>`;
}
