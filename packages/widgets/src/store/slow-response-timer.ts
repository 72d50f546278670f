/** Timer that reports a slow response. */

/** A third of the client's default timeout. */
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
