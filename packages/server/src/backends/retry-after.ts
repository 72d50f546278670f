/** When a service that has too much to do says to come again. */

/** In seconds. Who says more is asked sooner: much may have changed by then. */
const longest = 600;

/** The value of `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, in seconds from now. Undefined for all else. */
export function secondsToWait(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/u.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longest);
}
