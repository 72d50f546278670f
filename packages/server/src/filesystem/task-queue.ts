/** Queue that runs tasks one after another, even after a failure. */

/** Returns a function that queues a task and resolves to its result. */
export function taskQueue() {
  let latest: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = latest.then(task);
    latest = result.catch(() => undefined);
    return result;
  };
}
