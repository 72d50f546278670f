/** Progress bars over the bytes of a file and over addresses, shown only on a terminal. */
import { stat } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';

const PROGRESS_INTERVAL_MS = 10_000;

export interface ProgressBar {
  /** Passes the stream through and counts its bytes. */
  through(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Prints a line to standard error without breaking the bar. */
  log(line: string): void;
  stop(): void;
}

/** Throws if the file does not exist. */
export async function progressBar(title: string, file: string): Promise<ProgressBar> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`${file}: no such file`);
  const format = `${title} [{bar}] {percentage}% | {eta_formatted} left`;
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(found.size, 0);
  return {
    async *through(stream) {
      for await (const chunk of stream) {
        yield chunk;
        bar.increment(chunk.byteLength);
      }
    },
    log(line) {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      console.error(line);
    },
    stop: () => bar.stop(),
  };
}

/** Progress of content of unknown length, in lines, so that a log has them too. The time goes on while the server reads. */
export function uploadProgress(title: string): {
  through(stream: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array>;
  stop(): void;
} {
  const started = performance.now();
  let [bytes, state] = [0, 'sent'];
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    console.error(`${title}: ${(bytes / 1e6).toFixed(1)} MB ${state}, ${seconds} s`);
  }, PROGRESS_INTERVAL_MS);
  return {
    async *through(stream) {
      for await (const chunk of stream) {
        const piece = Buffer.from(chunk as Uint8Array);
        yield piece;
        bytes += piece.byteLength;
      }
      state = 'sent, the server reads them';
    },
    stop: () => clearInterval(timer),
  };
}

export interface AddressBar {
  update(progress: { visited: number; known: number }): void;
  stop(): void;
}

/** The total grows while addresses are found. */
export function addressBar(title: string): AddressBar {
  const format = `${title} [{bar}] {value} of {total} addresses`;
  const bar = new SingleBar(
    { format, stream: process.stderr, clearOnComplete: true },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  return {
    update({ visited, known }) {
      bar.setTotal(known);
      bar.update(visited);
    },
    stop: () => bar.stop(),
  };
}
