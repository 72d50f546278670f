/** A progress bar over the bytes of a file; where there is no terminal it says nothing. */
import { stat } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressBar {
  /** The stream, its bytes counted as they pass. */
  through(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Prints a line to standard error without tearing the bar. */
  say(line: string): void;
  stop(): void;
}

/** Throws in plain words when there is no such file. */
export async function progressBar(title: string, file: string): Promise<ProgressBar> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`${file} is no file that can be read`);
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
    say(line) {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      console.error(line);
    },
    stop: () => bar.stop(),
  };
}
