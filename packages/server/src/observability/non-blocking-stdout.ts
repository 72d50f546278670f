/**
 * Writes lines to where nobody may be reading, or no room may be: what is not taken at once is kept within bounds and
 * tried again; what does not fit is dropped and counted. It neither waits nor throws.
 */
import { writeSync } from 'node:fs';

export interface NonBlockingOutput {
  /** Whole lines, each with its break. */
  write(lines: string): void;
  /** How many lines were dropped so far. */
  dropped(): number;
  /** Waits until all is taken, at most so many milliseconds; where it is not a reader that is missing, not at all. */
  flush(longest: number): void;
}

export interface NonBlockingOutputOptions {
  /** Told how many lines were dropped, and the code of the last error, once all that was kept has been taken. */
  onAgain(dropped: number, because: string): void;
  /** How much is kept, in bytes. */
  most?: number;
}

/** First and longest time until it is tried again, in milliseconds. */
const [soonest, latest] = [5, 200];

/** `descriptor` answers EAGAIN (`O_NONBLOCK`), or is one on which writing does not wait for a reader. */
export function nonBlockingOutput(
  descriptor: number,
  { onAgain, most = 1024 * 1024 }: NonBlockingOutputOptions,
): NonBlockingOutput {
  /** The first may be what is left of a line: it is never dropped. */
  let kept: Buffer[] = [];
  let size = 0;
  let dropped = 0;
  let told = 0;
  /** Of the last write. */
  let trouble: string | null = null;
  let last = 'EAGAIN';
  let pause = soonest;
  let timer: NodeJS.Timeout | undefined;

  /** The number of bytes that were taken. */
  function take(bytes: Buffer | string): number {
    try {
      trouble = null;
      return typeof bytes === 'string' ? writeSync(descriptor, bytes) : writeSync(descriptor, bytes);
    } catch (error) {
      trouble = (error as NodeJS.ErrnoException).code ?? String(error);
      last = trouble;
      return 0;
    }
  }

  function keep(bytes: Buffer): void {
    kept.push(bytes);
    size += bytes.length;
    timer ??= setTimeout(tryAgain, pause).unref();
  }

  function tryAgain(): void {
    timer = undefined;
    const bytes = Buffer.concat(kept);
    const taken = take(bytes);
    [kept, size] = [[], 0];
    pause = taken > 0 ? soonest : Math.min(pause * 2, latest);
    if (taken < bytes.length) keep(bytes.subarray(taken));
    else tellOfDropped();
  }

  function tellOfDropped(): void {
    const untold = dropped - told;
    told = dropped;
    if (untold > 0) onAgain(untold, last);
  }

  return {
    write(lines) {
      const length = Buffer.byteLength(lines);
      if (kept.length === 0) {
        const taken = take(lines);
        if (taken < length) keep(Buffer.from(lines).subarray(taken));
      } else if (size + length <= most) keep(Buffer.from(lines));
      else dropped += lines.split('\n').length - 1;
    },
    dropped: () => dropped,
    flush(longest) {
      const end = performance.now() + longest;
      while (kept.length > 0) {
        clearTimeout(timer);
        tryAgain();
        if (trouble !== null && (trouble !== 'EAGAIN' || performance.now() > end)) return;
        if (trouble !== null) wait(soonest);
      }
    },
  };
}

/** Nothing else of the process goes on meanwhile. */
function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
