/** Progress of long work, in lines on standard error, so that a log has them too. */
const INTERVAL_MS = 10_000;

/** Prints the title, the state and the time every ten seconds. Returns a function that stops the output. */
export function reportProgress(title: string, state: () => string): () => void {
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    console.error(`${title}: ${state()}, ${seconds} s`);
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}

export interface UploadProgress {
  /** Passes the stream through and counts its bytes. */
  through(stream: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array>;
  stop(): void;
}

/** The line also says when all bytes are sent and the server still reads them. */
export function uploadProgress(title: string): UploadProgress {
  let [bytes, state] = [0, 'sent'];
  return {
    async *through(stream) {
      for await (const chunk of stream) {
        const piece = Buffer.from(chunk as Uint8Array);
        yield piece;
        bytes += piece.byteLength;
      }
      state = 'sent, the server reads them';
    },
    stop: reportProgress(title, () => `${(bytes / 1e6).toFixed(1)} MB ${state}`),
  };
}
