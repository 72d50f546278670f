/** Progress bars over the bytes of a file and over addresses, shown only on a terminal. */
import { stat } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';

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
