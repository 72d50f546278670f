/** URL sanitizer: passes only links that cannot execute code. */

/** Only http and https. */
export function safeLink(link: string): string | undefined {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
}
