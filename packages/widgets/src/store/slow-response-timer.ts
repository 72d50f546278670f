/** Timer that reports a slow response. */

/** After three times as long, the service counts as unreachable. */
const SLOW_RESPONSE_MS = 10_000;

export class SlowResponseTimer {
  /** Whether the response is slow. */
  isOver = false;
  readonly #over: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(over: () => void) {
    this.#over = over;
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#over();
    }, SLOW_RESPONSE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.isOver = false;
  }
}
