/** The access token of the person who edits: kept in this tab alone, never in an address, and what it says about itself. */

/** What a token tells about its holder; nothing of it is trusted, the service checks each request. */
export interface Holder {
  /** Who it is; empty where the token does not say. */
  name: string;
  /** Milliseconds since 1970; null where the token does not say. */
  expires: number | null;
  /** What it permits, as far as it says: other issuers name it elsewhere. */
  scopes: readonly string[];
  /** A token for a public page, which changes nothing. */
  isForPages: boolean;
}

const place = 'semantic-search.editor.token';

const known = ['search', 'configurations:read', 'configurations:write', 'spaces:write', 'tokens:write'];

/** Undefined for what has not the form of a token (RFC 7519); one without readable claims has a holder without a name. */
export function holderOf(token: string): Holder | undefined {
  const [header, claims, signature] = token.split('.');
  if (!header || !claims || !signature) return undefined;
  const { sub, exp, scope } = read(claims);
  const scopes = typeof scope === 'string' ? scope.split(' ').filter((word) => known.includes(word)) : [];
  return {
    name: typeof sub === 'string' ? sub : '',
    expires: typeof exp === 'number' ? exp * 1000 : null,
    scopes,
    isForPages: read(header).typ === 'publishable+jwt',
  };
}

/** Why nobody can edit with this token, in words; empty where only the service can say. */
export function refusalOf(token: string): string {
  const holder = holderOf(token);
  if (!holder) return 'That is no access token: it has three parts with dots between them.';
  return holder.isForPages
    ? 'That is a token for a public page. It may search, but not change anything.'
    : '';
}

/** False only where the token itself says so. */
export const mayWrite = ({ scopes, isForPages }: Holder): boolean =>
  !isForPages && (scopes.length === 0 || scopes.includes('configurations:write'));

export const maySearch = ({ scopes }: Holder): boolean => scopes.length === 0 || scopes.includes('search');

function read(part: string): Record<string, unknown> {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Not a token that can be read here; the service may know it all the same.
    return {};
  }
}

export const keptToken = (): string => sessionStorage.getItem(place) ?? '';
export const keepToken = (token: string): void => sessionStorage.setItem(place, token);
export const forgetToken = (): void => sessionStorage.removeItem(place);
