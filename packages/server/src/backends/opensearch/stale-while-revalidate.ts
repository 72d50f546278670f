/**
 * What others may change, looked at again when it has been known for a while. A look that fails or hangs stands in nobody's
 * way for as long as what was seen before can be trusted; others are begun beside one that hangs, but few.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { abortable } from '../abortable.ts';
import { isPassing } from './ignorable-errors.ts';

export interface LastSeen<Seen> {
  /** Rejects where nothing that can be trusted was seen, and the look fails, or with the reason of the signal. */
  now(signal?: AbortSignal): Promise<Seen>;
  /** What was seen just now; undefined where that is too long ago. */
  fresh(): Seen | undefined;
  /** What was seen is outdated: only a look that begins after this one is true. */
  changed(): void;
}

/** In milliseconds. */
export interface Times {
  /** What was seen is taken for what is: changes made elsewhere are seen after that. */
  validity: number;
  /** So long a look is waited for where something was seen before, and no other one is begun beside it. */
  patience: number;
  /** What was seen is trusted while looks fail: a cluster takes half a minute to notice that its manager froze. */
  trust: number;
}

const usualTimes: Times = { validity: 500, patience: 500, trust: 45_000 };

/** Each holds one of the calls that there may be at a time. */
const mostLooks = 4;

/** What is known since the last change of our own. */
interface Knowledge<Seen> {
  seen?: { value: Seen; since: number };
  /** Looks that are under way, the latest last. */
  looks: Look<Seen>[];
  /** Of whichever look is the next to succeed. */
  next: PromiseWithResolvers<Seen>;
}

interface Look<Seen> {
  value: Promise<Seen>;
  since: number;
}

export function lastSeen<Seen>(look: () => Promise<Seen>, times = usualTimes): LastSeen<Seen> {
  let latest = nothing<Seen>();

  async function wait(known: Knowledge<Seen>): Promise<Seen> {
    for (;;) {
      const { seen, looks, next } = known;
      const last = looks.at(-1);
      const isLate = !last || age(last) >= times.patience;
      const { value, since } = isLate && looks.length < mostLooks ? begin(look, known) : last!;
      const trusted = seen && age(seen) <= times.trust ? seen : undefined;
      const left = times.patience - age({ since });
      const isStuck = !trusted && looks.length >= mostLooks;
      try {
        const answer = Promise.race([value, next.promise]);
        const inTime = await (isStuck ? answer : soon(answer, left));
        if (inTime !== late) return inTime;
      } catch (error) {
        if (!(trusted && isPassing(error))) throw error;
      }
      if (trusted) return trusted.value;
    }
  }

  return {
    async now(signal) {
      signal?.throwIfAborted();
      const { seen } = latest;
      if (seen && age(seen) <= times.validity) return seen.value;
      return abortable(wait(latest), signal);
    },
    fresh() {
      const { seen } = latest;
      return seen && age(seen) <= times.validity ? seen.value : undefined;
    },
    changed() {
      latest = nothing();
    },
  };
}

const nothing = <Seen>(): Knowledge<Seen> => ({ looks: [], next: Promise.withResolvers() });

const age = ({ since }: { since: number }) => performance.now() - since;

function begin<Seen>(look: () => Promise<Seen>, known: Knowledge<Seen>): Look<Seen> {
  const begun = { value: look(), since: performance.now() };
  known.looks.push(begun);
  const end = () => {
    known.looks.splice(known.looks.indexOf(begun), 1);
  };
  begun.value.then(
    (value) => {
      end();
      if (!known.seen || known.seen.since < begun.since) known.seen = { value, since: begun.since };
      known.next.resolve(value);
      known.next = Promise.withResolvers();
    },
    (error) => {
      end();
      // What is known for certain to be otherwise is trusted no longer.
      if (!isPassing(error)) delete known.seen;
    },
  );
  return begun;
}

const late = Symbol('late');

async function soon<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | typeof late> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    const over = pause(Math.max(0, milliseconds), late, { signal }).catch(() => late);
    return await Promise.race([value, over as Promise<typeof late>]);
  } finally {
    ended.abort();
  }
}
