/** Issuing, listing and revoking publishable tokens (contract, where tokens come from). */
import Router from '@koa/router';
import {
  type FieldError,
  type TokenList,
  type TokenOutcome,
  TokenWish,
  usualTokenLifetime,
} from '@semantic-search/contract';
import type { Context } from 'koa';
import type { ConfigurationStore } from '../configurations/store.ts';
import { ProblemError } from '../errors.ts';
import { configurationBodyLimit, readJson } from '../http/json-body.ts';
import { parse } from '../validation.ts';
import type { Authority } from './authority.ts';
import { originOf } from './origin.ts';
import { authorize } from './permission.ts';
import type { TokenIssuer } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

export interface TokenRouteParts {
  issuer: Pick<TokenIssuer, 'publishable'>;
  tokens: Pick<TokenStore, 'list' | 'revoke' | 'isRevoked'>;
  known: Authority['known'];
  configurations: Pick<ConfigurationStore, 'find'>;
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
  const { lifetime = usualTokenLifetime, ...wish } = parse(
    TokenWish,
    await readJson(ctx, configurationBodyLimit),
  );
  refuse([...unknownConfigurations(wish, configurations), ...foreignOrigins(wish)]);
  const issued = await issuer.publishable({ ...wish, lifetime });
  ctx.body = { message: 'The token is issued.', ...issued } satisfies TokenOutcome;
}

/** Ids are never given twice, so a token for one that does not exist could only come to mean something by surprise. */
function unknownConfigurations(
  { configurations }: TokenWish,
  store: Pick<ConfigurationStore, 'find'>,
): FieldError[] {
  return configurations.flatMap((id, index) =>
    store.find(id) ? [] : [{ key: `configurations[${index}]`, message: 'is no configuration' }],
  );
}

function foreignOrigins({ origins = [] }: TokenWish): FieldError[] {
  return origins.flatMap((origin, index) =>
    originOf(origin) === null ? [{ key: `origins[${index}]`, message: 'is no origin' }] : [],
  );
}

function refuse(errors: FieldError[]): void {
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
  if (token === null) throw new ProblemError('not-found', 'No token that is taken here has this id.');
  await tokens.revoke(jti, token.expires);
  ctx.body = { message: 'The token is revoked.', jti };
}
