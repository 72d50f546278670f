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
