/** Routes to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import Router from '@koa/router';
import {
  DEFAULT_TOKEN_LIFETIME_SECONDS,
  type DocumentScope,
  type FieldError,
  type SpaceTokenOutcome,
  SpaceTokenRequest,
  type TokenDescription,
  type TokenList,
  type TokenOutcome,
  TokenRequest,
} from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError, rejectInvalid } from '../errors/problem.ts';
import { insufficientScope } from '../errors/unauthorized.ts';
import { originOf } from '../http/origin.ts';
import { configurationBodyLimit, readJson } from '../http/requests/body.ts';
import { parse } from '../validation.ts';
import type { Authority } from './authority.ts';
import { type Access, authorize } from './permission.ts';
import type { TokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

/** Undefined for unknown IDs. */
interface KnownConfigurations {
  find(id: number): { config: { searchSpace: string } } | undefined;
}

export interface TokenRouteParts {
  issuer: Pick<TokenIssuer, 'access' | 'publishable'>;
  tokens: Pick<TokenStore, 'list' | 'record' | 'revoke' | 'isRevoked'>;
  describeToken: Authority['describeToken'];
  configurations: KnownConfigurations;
  /** Rules that a search space cannot resolve. */
  unresolvedRules(searchSpace: string, filter: DocumentScope): Promise<FieldError[]>;
}

export function tokenRoutes(parts: TokenRouteParts): Router {
  const router = new Router({ prefix: '/api', sensitive: true });
  router.get('/token', describe);
  router.post('/tokens', (ctx) => issue(ctx, parts));
  router.get('/tokens', (ctx) => list(ctx, parts));
  router.delete('/tokens/:jti', (ctx) => revoke(ctx, parts));
  return router;
}

/** Needs no scope: the bearer can read these claims in the token itself. */
function describe(ctx: Context): void {
  const { kind, subject, scopes, configurations, spaces, origins, filter, jti, expires } = ctx.state.access;
  ctx.body = {
    kind,
    name: subject,
    scopes: [...scopes],
    spaces: spaces && [...spaces],
    configurations: kind === 'publishable' ? [...configurations] : null,
    origins: origins && [...origins],
    ...(filter && { filter }),
    jti,
    expires: new Date(expires * 1000).toISOString(),
  } satisfies TokenDescription;
}

async function issue(ctx: Context, parts: TokenRouteParts): Promise<void> {
  const access = authorize(ctx, { scope: 'tokens:write' });
  const body = readJson(ctx, configurationBodyLimit);
  const isForSpaces = ((body as { spaces?: unknown } | null | undefined)?.spaces ?? null) !== null;
  ctx.body = await (isForSpaces ? issueForSpaces(body, access, parts) : issuePublishable(body, parts));
}

async function issuePublishable(
  body: unknown,
  { issuer, configurations, unresolvedRules }: TokenRouteParts,
): Promise<TokenOutcome> {
  const { lifetime = DEFAULT_TOKEN_LIFETIME_SECONDS, ...request } = parse(TokenRequest, body);
  rejectInvalid([...unknownConfigurations(request, configurations), ...invalidOrigins(request)]);
  const spaces = request.configurations.map((id) => configurations.find(id)!.config.searchSpace);
  await requireKnownFilter(request.filter, spaces, unresolvedRules);
  const issued = await issuer.publishable({ ...request, lifetime });
  return { message: 'The token was issued.', ...issued };
}

/** A token never issues scopes that it does not have itself. */
async function issueForSpaces(
  body: unknown,
  access: Access,
  { issuer, tokens, unresolvedRules }: TokenRouteParts,
): Promise<SpaceTokenOutcome> {
  const request = parse(SpaceTokenRequest, body);
  const {
    name,
    spaces,
    scopes = ['spaces:write'],
    filter,
    lifetime = DEFAULT_TOKEN_LIFETIME_SECONDS,
  } = request;
  await requireKnownFilter(filter, spaces, unresolvedRules);
  const missing = scopes.filter((scope) => !access.scopes.has(scope));
  if (missing.length > 0) {
    const detail = `The token does not permit this. It lacks the scope ${missing.join(' and ')}, which it would issue.`;
    throw insufficientScope(detail, missing.join(' '));
  }
  const { token, ...times } = await issuer.access({ subject: name, scopes, spaces, filter, lifetime });
  const described = { name, scopes, spaces, ...(filter && { filter }), ...times };
  await tokens.record({ ...described, configurations: [] });
  return { message: 'The token was issued.', ...described, token };
}

/** Rejects unknown IDs: IDs are never reused, so a token for an unknown one is always a mistake. */
function unknownConfigurations({ configurations }: TokenRequest, store: KnownConfigurations): FieldError[] {
  return configurations.flatMap((id, index) =>
    store.find(id) ? [] : [{ key: `configurations[${index}]`, message: 'does not exist' }],
  );
}

async function requireKnownFilter(
  filter: DocumentScope | undefined,
  spaces: readonly string[],
  unresolvedRules: TokenRouteParts['unresolvedRules'],
): Promise<void> {
  if (!filter) return;
  const errors = await Promise.all([...new Set(spaces)].map((space) => unresolvedRules(space, filter)));
  rejectInvalid(errors.flat().map(({ key, message }) => ({ key: `filter.${key}`, message })));
}

function invalidOrigins({ origins = [] }: TokenRequest): FieldError[] {
  return origins.flatMap((origin, index) =>
    originOf(origin) === null ? [{ key: `origins[${index}]`, message: 'is not a valid origin' }] : [],
  );
}

function list(ctx: Context, { tokens }: TokenRouteParts): void {
  authorize(ctx, { scope: 'tokens:write' });
  ctx.body = {
    tokens: tokens.list().map(({ scopes, ...token }) => ({
      ...token,
      kind: scopes ? ('access' as const) : ('publishable' as const),
      scopes: scopes ?? ['search' as const],
      revoked: tokens.isRevoked(token.jti),
    })),
  } satisfies TokenList;
}

async function revoke(ctx: Context, { tokens, describeToken }: TokenRouteParts): Promise<void> {
  authorize(ctx, { scope: 'tokens:write' });
  const jti: string = ctx.params.jti ?? '';
  const token = describeToken(jti);
  if (token === null) throw new ProblemError('not-found', 'No token with this ID is known.');
  await tokens.revoke(jti, token.expires);
  ctx.body = { message: 'The token was revoked.', jti };
}
