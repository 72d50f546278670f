/** Parser of the Retry-After header (RFC 9110, section 10.2.3). */

/** Longer values are capped, because the service may recover sooner. */
const MAX_RETRY_AFTER_SECONDS = 600;

/** Accepts seconds or an HTTP date; returns seconds from now, or undefined for an invalid value. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/u.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}
