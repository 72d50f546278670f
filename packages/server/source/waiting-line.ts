/**
 * A line before work of which only so much is done at a time. Who would wait for too long is refused at once, or as soon
 * as the pace of the line shows it: waiting in vain holds memory, and the place of somebody who would not have.
 */

export interface LineOptions {
  /** So much is done at a time. */
  places: number;
  /** So many may wait. */
  most: number;
  /** Nobody waits for longer who can be told before, in milliseconds. */
  longest: number;
  /** What those are told who are refused; `seconds` is when the line will be short. */
  refusal(seconds: number): Error;
}

export interface WaitingLine {
  /** First come, first served. Rejects with the refusal, with what `work` rejects, or with the reason of `signal`. */
  run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
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

export function waitingLine({ places, most, longest, refusal }: LineOptions): WaitingLine {
  let busy = 0;
  const waiting: Waiting[] = [];
  /** Since when there is a line, and how many have left it for a place. */
  let [since, begun] = [0, 0];
  /** When the pace can be known, if enough have begun by then. */
  let known = 0;

  /** In milliseconds, for so many to begin; 0 while nothing is known of the pace. */
  function timeFor(count: number): number {
    const now = performance.now();
    return begun < enough.rounds * places || now < known ? 0 : (count * (now - since)) / begun;
  }

  const tooLong = () => refusal(Math.max(1, Math.ceil(timeFor(waiting.length) / 1000)));

  function countBeginning(): void {
    begun += 1;
    if (begun < memory * places) return;
    since += (performance.now() - since) / 2;
    begun /= 2;
  }

  /** The last in the line waits for longest. */
  function refuseTheLast(): void {
    for (let last = waiting.at(-1); last; last = waiting.at(-1)) {
      if (performance.now() - last.since + timeFor(waiting.length) <= longest) return;
      waiting.pop();
      last.refuse(tooLong());
    }
  }

  function next(): void {
    busy -= 1;
    const first = waiting.shift();
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
    run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      if (busy < places) return atPlace(work);
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting.length === 0) {
        [since, begun] = [performance.now(), 0];
        known = since + longest * enough.part;
      }
      if (waiting.length >= most || timeFor(waiting.length + 1) > longest) return Promise.reject(tooLong());
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
          waiting.splice(waiting.indexOf(place), 1);
          reject(signal!.reason);
        };
        waiting.push(place);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
