/** Timer that reports a slow response. */

/** Milliseconds. Three times as long, and the service counts as unreachable. */
const enough = 10_000;

export class SlowResponseTimer {
  /** The visitor has waited long. */
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
    }, enough);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.isOver = false;
  }
}
