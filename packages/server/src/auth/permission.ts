/** Decides whether a checked token permits an operation. Pure but for `authorize`, which throws the decision. */
import type { Scope } from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';
import type { TokenKind } from './keys.ts';

/** What a checked token stands for. */
export interface Access {
  kind: TokenKind;
  /** Who it is: becomes the `user` of what is written. */
  subject: string;
  scopes: ReadonlySet<Scope>;
  /** The only configurations a publishable token may use. */
  configurations: ReadonlySet<number>;
  /** The only origins it may come from; null when it is bound to none. */
  origins: ReadonlySet<string> | null;
  jti: string | null;
  /** Seconds since 1970; the token ends there. */
  expires: number;
}

export interface RequiredPermission {
  scope: Scope;
  /** The configuration that the operation is about. */
  configuration?: number;
  /** Reads what a page needs to render: a publishable token may, on its own configurations. */
  rendering?: boolean;
}

/** Where a request comes from, as its headers say. */
export interface Provenance {
  origin: string | undefined;
  fetchSite?: string | undefined;
  /** The server's own origin, which few decisions ask for. */
  own?(): string;
}

export type Decision = { permitted: true } | { permitted: false; reason: string };

const permitted: Decision = { permitted: true };
const refused = (reason: string): Decision => ({ permitted: false, reason });

export function decide(access: Access, wish: RequiredPermission, from: Provenance): Decision {
  if (access.origins && !comesFrom(access.origins, from))
    return refused('It may not be used from this origin.');
  if (access.kind === 'access') {
    return access.scopes.has(wish.scope) ? permitted : refused(`It needs the scope ${wish.scope}.`);
  }
  const onConfiguration = wish.configuration !== undefined;
  const kind = wish.scope === 'search' || (wish.scope === 'configurations:read' && wish.rendering === true);
  if (!kind || !onConfiguration)
    return refused('A publishable token permits searching with its configuration only.');
  if (!access.configurations.has(wish.configuration as number)) {
    return refused('It is for other configurations than this one.');
  }
  return permitted;
}

/** Throws forbidden unless the request's token permits the wish. */
export function authorize(ctx: Context, wish: RequiredPermission): Access {
  const { access } = ctx.state as { access?: Access };
  if (!access) throw new Error(`${ctx.path} asks for a permission without an authentication before it`);
  const decision = decide(access, wish, provenanceOf(ctx));
  if (decision.permitted) {
    ctx.state.permitted = wish.scope;
    return access;
  }
  throw new ProblemError('forbidden', `The token does not permit this. ${decision.reason}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${wish.scope}"` },
  });
}

/** A browser sends no `Origin` with a GET to its own site; there `Sec-Fetch-Site` stands in for it. */
function comesFrom(origins: ReadonlySet<string>, from: Provenance): boolean {
  if (from.origin !== undefined) return origins.has(from.origin);
  return from.fetchSite === 'same-origin' && from.own !== undefined && origins.has(from.own());
}

function provenanceOf(ctx: Context): Provenance {
  const { headers } = ctx.req;
  const fetchSite = headers['sec-fetch-site'];
  return {
    origin: headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    own: ctx.state.ownOrigin,
  };
}
