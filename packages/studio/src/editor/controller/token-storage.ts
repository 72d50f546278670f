/** Storage of the access token in this tab only, never in a URL, and decoder of its claims. */

/** Claims of a token for display only; the server verifies each request. */
export interface TokenClaims {
  /** Name; empty if the token has none. */
  name: string;
  /** Expiry in milliseconds since 1970; null if the token has none. */
  expires: number | null;
  /** Scopes; other issuers may use other claims. */
  scopes: readonly string[];
  /** True for a publishable token, which permits no changes. */
  isPublishable: boolean;
}

const STORAGE_KEY = 'semantic-search.editor.token';

const KNOWN_SCOPES = [
  'search',
  'configurations:read',
  'configurations:write',
  'spaces:write',
  'tokens:write',
  'insight:read',
];

/** Returns undefined unless the text has the form of a token (RFC 7519); unreadable claims give an empty name. */
export function claimsOf(token: string): TokenClaims | undefined {
  const [header, payload, signature] = token.split('.');
  if (!header || !payload || !signature) return undefined;
  const { sub, exp, scope } = decode(payload);
  const scopes =
    typeof scope === 'string' ? scope.split(' ').filter((word) => KNOWN_SCOPES.includes(word)) : [];
  return {
    name: typeof sub === 'string' ? sub : '',
    expires: typeof exp === 'number' ? exp * 1000 : null,
    scopes,
    isPublishable: decode(header).typ === 'publishable+jwt',
  };
}

/** Reason why this token cannot edit; empty if only the server can decide. */
export function rejectionReason(token: string): string {
  const claims = claimsOf(token);
  if (!claims) return 'This is not an access token: it must have three segments separated by dots.';
  return claims.isPublishable ? 'This is a publishable token. It permits searching but no changes.' : '';
}

/** Returns false only if the claims exclude it. */
export const mayWrite = ({ scopes, isPublishable }: TokenClaims): boolean =>
  !isPublishable && (scopes.length === 0 || scopes.includes('configurations:write'));

/** True only if the claims include it: in doubt, the editor does not offer the action. */
export const mayIssueTokens = ({ scopes }: TokenClaims): boolean => scopes.includes('tokens:write');

export const maySearch = ({ scopes }: TokenClaims): boolean =>
  scopes.length === 0 || scopes.includes('search');

function decode(segment: string): Record<string, unknown> {
  try {
    const bytes = Uint8Array.from(atob(segment.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // An opaque token; the server may accept it.
    return {};
  }
}

export const storedToken = (): string => sessionStorage.getItem(STORAGE_KEY) ?? '';
export const storeToken = (token: string): void => sessionStorage.setItem(STORAGE_KEY, token);
export const forgetToken = (): void => sessionStorage.removeItem(STORAGE_KEY);
