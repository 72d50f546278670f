/**
 * How many bytes of answers wait for their readers at a time: the counterpart of `body-budget`. An answer is counted from
 * when it is handed over until it has gone out or its connection is gone, and one that several read is counted once. When
 * there is no room, what has been on its way for longest, or in pieces of which none was read for longest, is cut off, so
 * that nobody holds up others by reading slowly; if nothing has been for long, the new answer is refused. Of one holder
 * half of it waits at most, for which its own answers make room. Small ones are not counted: a connection has one at a time.
 */
import type { ServerResponse } from 'node:http';
import { ProblemError } from '../errors.ts';

/** In bytes. */
const usual = 128 * 1024 * 1024;
/** What has been on its way for less is not cut off for another. In milliseconds. */
const leastTime = 5000;
/** Who reads nothing of an answer that waits is cut off after one to two of these. In milliseconds. */
const longestStandstill = 15_000;

export interface ResponseMemoryLimit {
  /** Counts `body` for `holder` and gives what gives its place back earlier; null when there is no room. */
  hold(response: ServerResponse, body: Sized, holder: string): Release | null;
  /** The same for an answer that must not be refused, since what it tells of is done. */
  holdAnyway(response: ServerResponse, body: Sized, holder: string): Release;
  /** Whether there is room for it as things are. */
  fits(body: Sized, holder: string): boolean;
  /** A part of it was read just now, so that it counts as new. */
  isRead(body: Sized): void;
  /** How many bytes wait. */
  bytes(): number;
  /** How many answers have been cut off for others. */
  cutOff(): number;
}

/** A body, or what stands for one that goes out in pieces: so many bytes of it are in memory at a time. */
export interface Sized {
  readonly length: number;
}

export type Release = () => void;

interface Held {
  body: Sized;
  /** Whose it is: of the first of its readers. */
  holder: string;
  /** When the last of its readers came, or read a piece. */
  since: number;
  readers: Set<ServerResponse>;
}

export function responseMemoryLimit(most = usual, least = leastTime): ResponseMemoryLimit {
  let [sum, cutOff] = [0, 0];
  const sums = new Map<string, number>();
  /** The longest on its way first. */
  const waiting = new Map<Sized, Held>();
  const sumOf = (holder: string) => sums.get(holder) ?? 0;

  function count(holder: string, size: number): void {
    sum += size;
    const own = sumOf(holder) + size;
    if (own > 0) sums.set(holder, own);
    else sums.delete(holder);
  }

  function giveBack(held: Held): void {
    if (waiting.get(held.body) !== held) return;
    waiting.delete(held.body);
    count(held.holder, -held.body.length);
  }

  const isFull = (size: number) => sum + size > most;
  const isBeyondShare = (size: number, holder: string) => sumOf(holder) + size > most / 2;

  function makeRoom(size: number, holder: string): boolean {
    for (const held of waiting.values()) {
      if (!isFull(size)) {
        if (!isBeyondShare(size, holder)) return true;
        if (held.holder !== holder) continue;
      }
      if (performance.now() - held.since < least) return false;
      giveBack(held);
      cutOff += held.readers.size;
      for (const reader of held.readers) reader.destroy();
    }
    // One that is larger than all goes alone.
    return true;
  }

  function holdAnyway(response: ServerResponse, body: Sized, holder: string): Release {
    const held: Held = waiting.get(body) ?? { body, holder, since: 0, readers: new Set() };
    giveBack(held);
    waiting.set(body, held);
    count(held.holder, body.length);
    held.since = performance.now();
    held.readers.add(response);
    const leave = () => {
      response.off('close', leave);
      held.readers.delete(response);
      if (held.readers.size === 0) giveBack(held);
    };
    response.on('close', leave);
    if (response.destroyed) leave();
    return leave;
  }

  return {
    holdAnyway,
    bytes: () => sum,
    cutOff: () => cutOff,
    fits: (body, holder) =>
      sum + body.length <= most / 2 ||
      waiting.has(body) ||
      !(isFull(body.length) || isBeyondShare(body.length, holder)),
    isRead(body) {
      const held = waiting.get(body);
      if (!held) return;
      held.since = performance.now();
      waiting.delete(body);
      waiting.set(body, held);
    },
    hold: (response, body, holder) =>
      waiting.has(body) || makeRoom(body.length, holder) ? holdAnyway(response, body, holder) : null,
  };
}

export function tooManyPendingResponses(): ProblemError {
  return new ProblemError('service-unavailable', 'Too many large answers wait for their readers just now.', {
    headers: { 'Retry-After': '5' },
  });
}

/** For an answer that was handed over: Node ends its connection when nothing of what is left is read for so long. */
export function abortIfStalled(response: ServerResponse, longest = longestStandstill): void {
  if (response.writableLength > 0) response.setTimeout(longest);
}

/** The same for an answer that is yet to come, in pieces, and waits for nothing but its reader. */
export function abortWhenStalled(response: ServerResponse, longest = longestStandstill): void {
  response.setTimeout(longest);
}
