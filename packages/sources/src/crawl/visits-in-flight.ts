/** Visits in flight: hands out entries, and waits while only visits in flight can add more. */
import type { Entry } from './frontier.ts';

export interface VisitsInFlight {
  /** Ends if nothing is left or a visit could not be settled. */
  entries(signal: AbortSignal): AsyncIterable<Entry>;
  /** Ends a visit. The entries end after one that could not be settled. */
  settled(isSuccess: boolean): void;
}

/** `next` returns the next entry; its argument is whether other visits may still add entries. */
export function visitsInFlight(next: (isBusy: boolean) => Entry | undefined): VisitsInFlight {
  let inFlight = 0;
  let hasFailed = false;
  let wake: () => void = () => undefined;
  return {
    async *entries(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (hasFailed) return;
        const entry = next(inFlight > 0);
        if (entry !== undefined) {
          inFlight += 1;
          yield entry;
        } else if (inFlight === 0) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    settled(isSuccess) {
      hasFailed = !isSuccess;
      inFlight -= 1;
      wake();
    },
  };
}
