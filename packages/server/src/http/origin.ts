/** Serialized origins (RFC 6454, section 6.2), which are compared by character, and hosts of URLs. */

/** Whether the text is a single tuple origin: not `null`, a list or a pattern. */
export const isOrigin = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]+$/.test(text);

/** The serialized origin of a site URL; null if no page can have this origin. */
export function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare && /^https?:$/.test(url.protocol) && isOrigin(url.origin) ? url.origin : null;
}

/** The host as a URL contains it: an IPv6 address has brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
