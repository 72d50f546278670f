/** The announcer: the one hidden `role=status` of an instance, told the outcome once things are quiet. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** Milliseconds of quiet; while a visitor types, a screen reader should read the typing and nothing else. */
const quiet = 700;

export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #text = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  say(text: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#text = text;
      this.#host.requestUpdate();
    }, quiet);
  }

  /** Part of the host's first rendering: a status that comes with its text is not read. */
  render = () => html`<div class="hidden" role="status">${this.#text}</div>`;
}
