/** Parser of the Retry-After header (RFC 9110, section 10.2.3). */

import { readDate } from '@semantic-search/query/dates';

/** Longer values are capped, because the service may recover sooner. */
const MAX_RETRY_AFTER_SECONDS = 600;

/** Accepts seconds or an HTTP date; returns seconds from now, or undefined for an invalid value. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const date = /^\d+$/u.test(value) ? undefined : (readDate(value)?.start ?? Number.NaN);
  const seconds = date === undefined ? Number(value) : Math.ceil((date - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}
