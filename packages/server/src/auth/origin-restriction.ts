/** Origin restriction of publishable tokens: from which pages a token may be used. */
import type { Context } from 'koa';

/** The origin of a request according to its headers. */
export interface Provenance {
  origin: string | undefined;
  fetchSite?: string | undefined;
  /** The server's own origin; a function, because few decisions need it. */
  own?(): string;
}

export function provenanceOf(ctx: Context): Provenance {
  const { headers } = ctx.req;
  const fetchSite = headers['sec-fetch-site'];
  return {
    origin: headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    own: ctx.state.ownOrigin,
  };
}

/** Browsers omit `Origin` in same-origin GET requests; `Sec-Fetch-Site` is checked instead. */
export function comesFrom(origins: ReadonlySet<string>, { origin, fetchSite, own }: Provenance): boolean {
  if (origin !== undefined) return origins.has(origin);
  return fetchSite === 'same-origin' && own !== undefined && origins.has(own());
}

const MAX_NAMED_ORIGINS = 5;

/** Names the origins, which the token itself contains, so that owners find a missing `www.` or port. */
export function wrongOrigin(origins: ReadonlySet<string>, { origin }: Provenance): string {
  const named = [...origins].slice(0, MAX_NAMED_ORIGINS).join(', ');
  const more = origins.size > MAX_NAMED_ORIGINS ? ` and ${origins.size - MAX_NAMED_ORIGINS} more` : '';
  return `It is only valid for pages on ${named}${more}; ${pageInWords(origin)}.`;
}

/** Browsers send the origin `null` for files and for frames with the attribute `sandbox`. */
function pageInWords(origin: string | undefined): string {
  if (origin === undefined) return 'the request names no origin';
  if (origin !== 'null') return `this page is on ${origin.slice(0, 200)}`;
  return 'this page has no origin, because it is a file or in a sandboxed frame; open it from a web server';
}
