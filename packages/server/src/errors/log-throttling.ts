/**
 * Throttled logging for expected 503 responses (overload, missing space).
 *
 * They come by the thousands without a fault: logs one line per kind and interval, with a count and without a stack trace.
 */
import type { Logger } from 'pino';

const DEFAULT_INTERVAL_MS = 5000;

interface Rejection extends Error {
  code: string;
  headers: Record<string, string>;
  expected: boolean;
}

/** A 503 that is marked as expected or has Retry-After. */
export function isExpectedRejection({ code, headers, expected }: Rejection): boolean {
  return code === 'service-unavailable' && (expected || headers['Retry-After'] !== undefined);
}

/** Logs the first rejection at once and repeated messages together, once per interval. */
export function throttledLog(log: Logger, interval = DEFAULT_INTERVAL_MS): (rejection: Rejection) => void {
  const counts = new Map<string, number>();

  function logCount(rejection: Rejection, times: number): void {
    const { code, message, cause } = rejection;
    const because = cause instanceof Error ? { because: cause.message } : {};
    log.warn({ code, times, ...because }, message);
    counts.set(message, 0);
    setTimeout(() => {
      const more = counts.get(message)!;
      counts.delete(message);
      if (more > 0) logCount(rejection, more);
    }, interval).unref();
  }

  return (rejection) => {
    const count = counts.get(rejection.message);
    if (count === undefined) logCount(rejection, 1);
    else counts.set(rejection.message, count + 1);
  };
}
