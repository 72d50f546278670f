/** Progress of long work, as lines on standard error: they are readable at a terminal and in a log. */

const PROGRESS_INTERVAL_MS = 10_000;

/** Prints the title, the state and the time every ten seconds. Returns a function that stops the output. */
export function reportProgress(title: string, state: () => string): () => void {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    console.error(`${title}: ${state()}, ${seconds} s`);
  }, PROGRESS_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
