/**
 * Refusals that are meant, by a service that has too much to do just now or was not given what it is asked for. They come
 * by thousands and nothing is broken: the log has one line a few seconds for each kind of them, without a stack, and how
 * many there were.
 */
import type { Logger } from 'pino';

/** In milliseconds. */
const DEFAULT_INTERVAL_MS = 5000;

/** What is told of one, as of any problem. */
interface Rejection extends Error {
  code: string;
  headers: Record<string, string>;
  expected: boolean;
}

/** Whether it was expected, or the client is told when to come again, which an error does not know. */
export function isExpectedRejection({ code, headers, expected }: Rejection): boolean {
  return code === 'service-unavailable' && (expected || headers['Retry-After'] !== undefined);
}

/** Tells the first at once, and the others of the same words together when the pause is over. */
export function throttledLog(log: Logger, pause = DEFAULT_INTERVAL_MS): (refusal: Rejection) => void {
  const counts = new Map<string, number>();

  function tell(refusal: Rejection, times: number): void {
    const { code, message, cause } = refusal;
    const because = cause instanceof Error ? { because: cause.message } : {};
    log.warn({ code, times, ...because }, message);
    counts.set(message, 0);
    setTimeout(() => {
      const more = counts.get(message)!;
      counts.delete(message);
      if (more > 0) tell(refusal, more);
    }, pause).unref();
  }

  return (refusal) => {
    const count = counts.get(refusal.message);
    if (count === undefined) tell(refusal, 1);
    else counts.set(refusal.message, count + 1);
  };
}
