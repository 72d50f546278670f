/** Routes to issue, list and revoke publishable tokens (docs/http-api.md#publishable-tokens). */
import Router from '@koa/router';
import {
  DEFAULT_TOKEN_LIFETIME_SECONDS,
  type FieldError,
  type TokenList,
  type TokenOutcome,
  TokenRequest,
} from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { configurationBodyLimit, readJson } from '../http/json-body.ts';
import { originOf } from '../http/origin.ts';
import { parse } from '../validation.ts';
import type { Authority } from './authority.ts';
import { authorize } from './permission.ts';
import type { TokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

/** Undefined for unknown IDs. */
interface KnownConfigurations {
  find(id: number): unknown;
}

export interface TokenRouteParts {
  issuer: Pick<TokenIssuer, 'publishable'>;
  tokens: Pick<TokenStore, 'list' | 'revoke' | 'isRevoked'>;
  known: Authority['known'];
  configurations: KnownConfigurations;
}

export function tokenRoutes(parts: TokenRouteParts): Router {
  const router = new Router({ prefix: '/api/tokens', sensitive: true });
  router.post('/', (ctx) => issue(ctx, parts));
  router.get('/', (ctx) => list(ctx, parts));
  router.delete('/:jti', (ctx) => revoke(ctx, parts));
  return router;
}

async function issue(ctx: Context, { issuer, configurations }: TokenRouteParts): Promise<void> {
  authorize(ctx, { scope: 'tokens:write' });
  const { lifetime = DEFAULT_TOKEN_LIFETIME_SECONDS, ...request } = parse(
    TokenRequest,
    await readJson(ctx, configurationBodyLimit),
  );
  rejectIfInvalid([...unknownConfigurations(request, configurations), ...invalidOrigins(request)]);
  const issued = await issuer.publishable({ ...request, lifetime });
  ctx.body = { message: 'The token was issued.', ...issued } satisfies TokenOutcome;
}

/** Rejects unknown IDs: IDs are never reused, so a token for an unknown one is always a mistake. */
function unknownConfigurations({ configurations }: TokenRequest, store: KnownConfigurations): FieldError[] {
  return configurations.flatMap((id, index) =>
    store.find(id) ? [] : [{ key: `configurations[${index}]`, message: 'does not exist' }],
  );
}

function invalidOrigins({ origins = [] }: TokenRequest): FieldError[] {
  return origins.flatMap((origin, index) =>
    originOf(origin) === null ? [{ key: `origins[${index}]`, message: 'is not a valid origin' }] : [],
  );
}

function rejectIfInvalid(errors: FieldError[]): void {
  const [first] = errors;
  if (first) throw new ProblemError('bad-request', `${first.key} ${first.message}.`, { errors });
}

function list(ctx: Context, { tokens }: TokenRouteParts): void {
  authorize(ctx, { scope: 'tokens:write' });
  ctx.body = {
    tokens: tokens.list().map((token) => ({ ...token, revoked: tokens.isRevoked(token.jti) })),
  } satisfies TokenList;
}

async function revoke(ctx: Context, { tokens, known }: TokenRouteParts): Promise<void> {
  authorize(ctx, { scope: 'tokens:write' });
  const jti: string = ctx.params.jti ?? '';
  const token = known(jti);
  if (token === null) throw new ProblemError('not-found', 'No token with this ID is known.');
  await tokens.revoke(jti, token.expires);
  ctx.body = { message: 'The token was revoked.', jti };
}
