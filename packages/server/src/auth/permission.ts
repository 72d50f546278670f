/** Authorization: decides whether a verified token permits an operation. */
import { type DocumentScope, isSpaceScope, type Scope } from '@semantic-search/contract';
import type { Context } from 'koa';
import { insufficientScope, missingToken } from '../errors/unauthorized.ts';
import type { TokenKind } from './key-ring.ts';

/** The identity and permissions of a verified token. */
export interface Access {
  kind: TokenKind;
  /** The `sub` claim; recorded as the `user` of changes. */
  subject: string;
  scopes: ReadonlySet<Scope>;
  /** The configurations that a publishable token permits. */
  configurations: ReadonlySet<number>;
  /** The origins from which the token may be used; null for any origin. */
  origins: ReadonlySet<string> | null;
  /** The search spaces that the token may use; null for all. */
  spaces: ReadonlySet<string> | null;
  /** The documents that the token may show and count; null for all. */
  filter: DocumentScope | null;
  jti: string | null;
  /** Expiry time since 1970. */
  expirySeconds: number;
}

export interface RequiredPermission {
  scope: Scope;
  /** The configuration that the operation uses. */
  configuration?: number | undefined;
  /** Name of the search space that the operation uses. */
  space?: string | undefined;
  /** Readers besides programs: a page, with a publishable token, and a feed reader, which sends no origin to check. */
  reader?: 'page' | 'feed reader' | undefined;
}

/** What the request's token permits. Throws unauthorized on a public route, where no token is verified. */
export function requireAccess({ state }: Pick<Context, 'state'>): Access {
  if (!state.access) throw missingToken();
  return state.access;
}

/** Identity of the client in limits that are shared fairly. */
export function clientOf(ctx: Context): string {
  const { jti, subject } = requireAccess(ctx);
  return jti ?? subject;
}

/** Throws `forbidden` unless the token of the request permits the operation. */
export function authorize(ctx: Context, required: RequiredPermission): Access {
  const access = requireAccess(ctx);
  const reason = denialReason(access, required, ctx);
  if (reason !== null) throw insufficientScope(`The token does not permit this. ${reason}`, required.scope);
  return access;
}

/** Why the token does not permit the operation; null if it does. */
function denialReason(access: Access, required: RequiredPermission, ctx: Context): string | null {
  const { scope, configuration, reader } = required;
  const needsOrigin = reader !== 'feed reader' || ctx.req.headers.origin !== undefined;
  if (needsOrigin && access.origins && !comesFrom(access.origins, ctx))
    return wrongOrigin(access.origins, ctx);
  // All other operations ignore the filter of a token, so a token with a filter does not permit them.
  const isForPages = scope === 'search' || (scope === 'configurations:read' && reader === 'page');
  if (access.kind === 'publishable')
    return isForPages ? beyondConfigurations(access, configuration) : ONLY_OWN_SEARCHES;
  if (!access.scopes.has(scope)) return `It lacks the scope ${scope}.`;
  if (access.filter && !isForPages) return 'Its filter limits it to searching.';
  return access.spaces && beyondSpaces(access.spaces, required);
}

const ONLY_OWN_SEARCHES = 'A publishable token only permits searching with its own configurations.';

function beyondConfigurations({ configurations }: Access, configuration: number | undefined): string | null {
  if (configuration === undefined) return ONLY_OWN_SEARCHES;
  return configurations.has(configuration) ? null : 'It is not valid for this configuration.';
}

/** Whether an operation exceeds the token's search spaces; scopes of the token cannot extend them. */
function beyondSpaces(spaces: ReadonlySet<string>, { scope, space }: RequiredPermission): string | null {
  if (!isSpaceScope(scope))
    return `It is limited to search spaces, and the scope ${scope} is not limited to any.`;
  return space === undefined || spaces.has(space) ? null : `It is only valid for ${spacesInWords(spaces)}.`;
}

/** Maximum number of origins or search spaces that a message names. */
const MAX_NAMED = 5;

/** The first few names, and the number of further names. */
function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return names.slice(0, MAX_NAMED).join(', ') + more;
}

/** The token's search spaces for a message; the token itself contains them, so they are not secret. */
function spacesInWords(spaces: ReadonlySet<string>): string {
  if (spaces.size === 0) return 'no search space';
  const names = Array.from(spaces, (name) => `"${name.slice(0, 100)}"`);
  return `the search ${spaces.size === 1 ? 'space' : 'spaces'} ${listed(names)}`;
}

/** Browsers omit `Origin` in same-origin GET requests; `Sec-Fetch-Site` is checked instead. */
function comesFrom(origins: ReadonlySet<string>, { req: { headers }, state }: Context): boolean {
  if (headers.origin !== undefined) return origins.has(headers.origin);
  return headers['sec-fetch-site'] === 'same-origin' && origins.has(state.ownOrigin());
}

/** Message with the token's origins, so that owners notice a missing `www.` or port; the token itself contains them. */
function wrongOrigin(origins: ReadonlySet<string>, { req }: Context): string {
  return `It is only valid for pages on ${listed([...origins])}; ${pageInWords(req.headers.origin)}.`;
}

/** Browsers send the origin `null` for files and for frames with the attribute `sandbox`. */
function pageInWords(origin: string | undefined): string {
  if (origin === undefined) return 'the request names no origin';
  if (origin !== 'null') return `this page is on ${origin.slice(0, 200)}`;
  return 'this page has no origin, because it is a file or in a sandboxed frame; open it from a web server';
}
