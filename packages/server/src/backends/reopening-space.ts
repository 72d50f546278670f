/** Search space that can be closed while it is idle. Its next call reopens it. */
import type { WritableSpace } from '@semantic-search/engine';

export interface ReopeningSpace {
  space: WritableSpace;
  isSuspended(): boolean;
  /** Time of the last call, as `performance.now` returns it; undefined while a call runs. */
  idleSince(): number | undefined;
  /** Closes the space until the next call. Must only be called while the space is idle. */
  suspend(): void;
}

type Method = (...parameters: unknown[]) => Promise<unknown>;

/** If `reopen` rejects, all later calls reject with the same error. */
export function reopeningSpace(opened: WritableSpace, reopen: () => Promise<WritableSpace>): ReopeningSpace {
  let current = opened;
  let runningCalls = 0;
  let lastCall = performance.now();
  let isClosed = false;
  let suspension: { description: ReturnType<WritableSpace['describe']>; closed: Promise<void> } | undefined;
  let resumption: Promise<void> | undefined;

  async function resume(): Promise<void> {
    await suspension?.closed;
    current = await reopen();
    suspension = undefined;
    resumption = undefined;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await resumption?.catch(() => undefined);
    await (suspension ? suspension.closed : current.close());
  }

  async function call(method: string, parameters: unknown[]): Promise<unknown> {
    if (method === 'close') return close();
    // The description cannot change while the space is closed.
    if (suspension && method === 'describe') return suspension.description;
    runningCalls += 1;
    try {
      // A closed space stays closed: its current object rejects the call.
      if (suspension && !isClosed) resumption ??= resume();
      await resumption;
      return await (current as unknown as Record<string, Method>)[method]!(...parameters);
    } finally {
      runningCalls -= 1;
      lastCall = performance.now();
    }
  }

  const methods = Object.keys(opened).map((name): [string, Method] => [
    name,
    (...parameters) => call(name, parameters),
  ]);
  return {
    space: Object.fromEntries(methods) as unknown as WritableSpace,
    isSuspended: () => suspension !== undefined,
    idleSince: () => (runningCalls > 0 ? undefined : lastCall),
    suspend() {
      const description = current.describe();
      description.catch(() => undefined);
      // A space is closed even if its last snapshot could not be saved; the next opening rebuilds the index.
      suspension = { description, closed: current.close().catch(() => undefined) };
    },
  };
}

/** If more than `maxOpen` spaces are open, the longest idle ones are closed. Their next call reopens them. */
export interface IdleSpacesOptions {
  maxOpen: number;
  /** Time between checks, and least time without calls, in milliseconds. */
  interval: number;
}

export function suspendIdle(
  spaces: readonly ReopeningSpace[],
  { maxOpen, interval }: IdleSpacesOptions,
): void {
  const running = spaces.filter((each) => !each.isSuspended());
  const latest = performance.now() - interval;
  const longestIdle = running
    .filter((each) => (each.idleSince() ?? Infinity) <= latest)
    .sort((one, other) => one.idleSince()! - other.idleSince()!);
  for (const each of longestIdle.slice(0, Math.max(0, running.length - maxOpen))) each.suspend();
}
