/** Authorization: decides whether a verified token permits an operation. */
import { isSpaceScope, type Scope } from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import type { TokenKind } from './key-ring.ts';
import { comesFrom, type Provenance, provenanceOf, wrongOrigin } from './origin-restriction.ts';

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
  jti: string | null;
  /** Expiry time, in seconds since 1970. */
  expires: number;
}

export interface RequiredPermission {
  scope: Scope;
  /** The configuration that the operation uses. */
  configuration?: number;
  /** Name of the search space that the operation uses. */
  space?: string;
  /** Reads data that pages need for rendering: allowed for publishable tokens, on their own configurations. */
  rendering?: boolean;
}

export type Decision = { permitted: true } | { permitted: false; reason: string };

const permitted: Decision = { permitted: true };
const denied = (reason: string): Decision => ({ permitted: false, reason });

export function decide(access: Access, required: RequiredPermission, from: Provenance): Decision {
  if (access.origins && !comesFrom(access.origins, from)) return denied(wrongOrigin(access.origins, from));
  if (access.kind === 'access') {
    if (!access.scopes.has(required.scope)) return denied(`It lacks the scope ${required.scope}.`);
    return decideSpace(access.spaces, required);
  }
  const { scope, configuration, rendering } = required;
  const isForPages = scope === 'search' || (scope === 'configurations:read' && rendering === true);
  if (!isForPages || configuration === undefined)
    return denied('A publishable token only permits searching with its own configurations.');
  if (!access.configurations.has(configuration)) return denied('It is not valid for this configuration.');
  return permitted;
}

/** A token that is limited to spaces permits no operation beyond them, even if it claims such scopes. */
function decideSpace(spaces: Access['spaces'], { scope, space }: RequiredPermission): Decision {
  if (spaces === null) return permitted;
  if (!isSpaceScope(scope))
    return denied(`It is limited to search spaces, and the scope ${scope} is not limited to any.`);
  if (space === undefined || spaces.has(space)) return permitted;
  return denied(`It is only valid for ${spacesInWords(spaces)}.`);
}

const MAX_NAMED_SPACES = 5;

/** Names the spaces, which the token itself contains. */
function spacesInWords(spaces: ReadonlySet<string>): string {
  if (spaces.size === 0) return 'no search space';
  const named = [...spaces].slice(0, MAX_NAMED_SPACES).map((name) => `"${name.slice(0, 100)}"`);
  const more = spaces.size > MAX_NAMED_SPACES ? ` and ${spaces.size - MAX_NAMED_SPACES} more` : '';
  return `the search ${spaces.size === 1 ? 'space' : 'spaces'} ${named.join(', ')}${more}`;
}

/** Throws `forbidden` unless the token of the request permits the operation. */
export function authorize(ctx: Context, required: RequiredPermission): Access {
  const { access } = ctx.state as { access?: Access };
  if (!access)
    throw new Error(`${ctx.path} requires a permission, but no authentication middleware ran before it`);
  const decision = decide(access, required, provenanceOf(ctx));
  if (decision.permitted) {
    ctx.state.permitted = required.scope;
    return access;
  }
  throw new ProblemError('forbidden', `The token does not permit this. ${decision.reason}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${required.scope}"` },
  });
}
