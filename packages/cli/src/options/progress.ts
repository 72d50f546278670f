/** Progress of long work as lines on standard error, which a log can contain too. */
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
