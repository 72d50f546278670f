/**
 * Non-blocking line output with a bounded buffer.
 *
 * Unwritten data is buffered and retried; lines that exceed the buffer are dropped and counted. Never blocks or throws.
 */
import { writeSync } from 'node:fs';

export interface NonBlockingOutput {
  /** Complete lines, each with its line break. */
  write(lines: string): void;
  /** Number of dropped lines. */
  dropped(): number;
  /** Blocks until all data is written, at most `longest` milliseconds. Returns at once on errors other than EAGAIN. */
  flush(longest: number): void;
}

export interface NonBlockingOutputOptions {
  /** Called with the number of dropped lines and the last error code once the buffer is empty. */
  onAgain(dropped: number, because: string): void;
  /** Buffer size, in bytes. */
  most?: number;
}

/** Initial and maximum retry delay (exponential backoff), in milliseconds. */
const [soonest, latest] = [5, 200];

/** `descriptor` must be non-blocking (EAGAIN), or a file on which writes never block. */
export function nonBlockingOutput(
  descriptor: number,
  { onAgain, most = 1024 * 1024 }: NonBlockingOutputOptions,
): NonBlockingOutput {
  /** The first entry may be a partial line and is never dropped. */
  let kept: Buffer[] = [];
  let size = 0;
  let dropped = 0;
  let reported = 0;
  /** Error code of the last write. */
  let errorCode: string | null = null;
  let last = 'EAGAIN';
  let pause = soonest;
  let timer: NodeJS.Timeout | undefined;

  /** Returns the number of bytes written. */
  function tryWrite(bytes: Buffer | string): number {
    try {
      errorCode = null;
      return typeof bytes === 'string' ? writeSync(descriptor, bytes) : writeSync(descriptor, bytes);
    } catch (error) {
      errorCode = (error as NodeJS.ErrnoException).code ?? String(error);
      last = errorCode;
      return 0;
    }
  }

  function keep(bytes: Buffer): void {
    kept.push(bytes);
    size += bytes.length;
    timer ??= setTimeout(retry, pause).unref();
  }

  function retry(): void {
    timer = undefined;
    const bytes = Buffer.concat(kept);
    const written = tryWrite(bytes);
    [kept, size] = [[], 0];
    pause = written > 0 ? soonest : Math.min(pause * 2, latest);
    if (written < bytes.length) keep(bytes.subarray(written));
    else reportDropped();
  }

  function reportDropped(): void {
    const unreported = dropped - reported;
    reported = dropped;
    if (unreported > 0) onAgain(unreported, last);
  }

  return {
    write(lines) {
      const length = Buffer.byteLength(lines);
      if (kept.length === 0) {
        const written = tryWrite(lines);
        if (written < length) keep(Buffer.from(lines).subarray(written));
      } else if (size + length <= most) keep(Buffer.from(lines));
      else dropped += lines.split('\n').length - 1;
    },
    dropped: () => dropped,
    flush(longest) {
      const end = performance.now() + longest;
      while (kept.length > 0) {
        clearTimeout(timer);
        retry();
        if (errorCode !== null && (errorCode !== 'EAGAIN' || performance.now() > end)) return;
        if (errorCode !== null) wait(soonest);
      }
    },
  };
}

/** Blocks the thread. */
function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
