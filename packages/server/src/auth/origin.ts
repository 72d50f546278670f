/** Origins as browsers write them (RFC 6454, section 6.2): they are compared letter by letter. */

/** One origin that is of a site: neither `null` nor a list nor a pattern. */
export function isOrigin(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]+$/.test(text);
}

/** What a browser would write for this address of a site; null for what no browser comes from. */
export function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return bare && /^https?:$/.test(url.protocol) && isOrigin(url.origin) ? url.origin : null;
}
