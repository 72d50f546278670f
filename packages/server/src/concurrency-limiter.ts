/**
 * A line before work of which only so much is done at a time. Those who ask take turns, so that who asks for much waits
 * for it, and nobody else does. Who would wait for too long is refused at once, or as soon
 * as the pace of the line shows it: waiting in vain holds memory, and the place of somebody who would not have.
 */
import { type LastQueued, roundRobinQueue } from './round-robin-queue.ts';

export interface ConcurrencyLimiterOptions {
  /** So much is done at a time. */
  maxConcurrent: number;
  /** So many may wait. */
  maxQueued: number;
  /** Nobody waits for longer who can be told before, in milliseconds. */
  maxWaitMs: number;
  /** What those are told who are refused; `seconds` is when the line will be short. */
  rejection(seconds: number): Error;
  /** Who asks just now; all are one where it is absent. Called only where there is no place. */
  currentClient?(): string;
}

export interface ConcurrencyLimiter {
  /** First come, first served, of what one asks for. Rejects with the refusal, with what `work` rejects, or with the reason of `signal`. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How many wait for a place just now. */
  queued(): number;
}

interface Waiting {
  since: number;
  begin(): void;
  refuse(error: unknown): void;
}

/** The pace is known after so many rounds of all places, and so much of the longest time: who arrives takes time too. */
const enough = { rounds: 4, part: 1 / 4 };
/** After so many rounds the pace of long ago counts half. */
const memory = 8;

export function concurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const {
    maxConcurrent: places,
    maxQueued: most,
    maxWaitMs: longest,
    rejection: refusal,
    currentClient: whoAsks = () => '',
  } = options;
  let busy = 0;
  const waiting = roundRobinQueue<Waiting>();
  /** Since when there is a line, and how many have left it for a place. */
  let [since, begun] = [0, 0];
  /** When the pace can be known, if enough have begun by then. */
  let known = 0;

  /** In milliseconds, for so many to begin; 0 while nothing is known of the pace. */
  function timeFor(count: number): number {
    const now = performance.now();
    return begun < enough.rounds * places || now < known ? 0 : (count * (now - since)) / begun;
  }

  const tooLong = () => refusal(Math.max(1, Math.ceil(timeFor(waiting.count) / 1000)));

  function countBeginning(): void {
    begun += 1;
    if (begun < memory * places) return;
    since += (performance.now() - since) / 2;
    begun /= 2;
  }

  function refuse({ client: asking, item }: LastQueued<Waiting>): void {
    waiting.remove(asking, item);
    item.refuse(tooLong());
  }

  function refuseTheLast(): void {
    for (let last = waiting.last(); last; last = waiting.last()) {
      if (performance.now() - last.item.since + timeFor(waiting.count) <= longest) return;
      refuse(last);
    }
  }

  /** Who waits for most gives a place to who waits for less. */
  function hasPlaceFor(asking: string): boolean {
    if (timeFor(waiting.positionOfNext(asking)) > longest) return false;
    if (waiting.count < most) return true;
    const last = waiting.last();
    if (!last || last.queued <= waiting.countOf(asking) + 1) return false;
    refuse(last);
    return true;
  }

  function next(): void {
    busy -= 1;
    const first = waiting.next();
    if (!first) return;
    countBeginning();
    first.begin();
    refuseTheLast();
  }

  async function atPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    busy += 1;
    try {
      return await work();
    } finally {
      next();
    }
  }

  return {
    queued: () => waiting.count,
    run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      if (busy < places) return atPlace(work);
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting.count === 0) {
        [since, begun] = [performance.now(), 0];
        known = since + longest * enough.part;
      }
      const asking = whoAsks();
      if (!hasPlaceFor(asking)) return Promise.reject(tooLong());
      return new Promise<Result>((resolve, reject) => {
        const stay = () => signal?.removeEventListener('abort', leave);
        const place: Waiting = {
          since: performance.now(),
          begin: () => {
            stay();
            resolve(atPlace(work));
          },
          refuse: (error) => {
            stay();
            reject(error);
          },
        };
        const leave = () => {
          waiting.remove(asking, place);
          reject(signal!.reason);
        };
        waiting.add(asking, place);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
