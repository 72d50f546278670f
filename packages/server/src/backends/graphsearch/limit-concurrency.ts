/** Many calls for one request, such as for each of many documents: few of them at a time, so that others have a turn, too. */

/** Of the calls that there may be at a time (16) and in line (64). */
const atOnce = 4;

/** Results in the order of the items; after the first failure nothing more is begun. */
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
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
