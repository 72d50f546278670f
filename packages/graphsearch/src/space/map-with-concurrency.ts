/**
 * Concurrent map with a limit, so that a request with many calls does not starve others.
 *
 * p-map rejects while other calls still run, and a repeated batch of writes could be overtaken by them.
 */

/** A quarter of the concurrent calls of a space (16). */
const MAX_CONCURRENT_CALLS = 4;

/** Results in the order of the items; starts no more work after the first failure and rejects once all calls have ended. */
export async function mapWithConcurrency<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index]!);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_CALLS }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
