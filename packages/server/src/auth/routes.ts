/** Routes to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import { ProblemError, rejectInvalid } from '../errors/problem.ts';
import { insufficientScope } from '../errors/unauthorized.ts';
import { originOf } from '../http/origin.ts';
import { configurationBodyLimit, readJson } from '../http/requests/body.ts';
import { isMembers, parse } from '../validation.ts';
import type { Authority } from './authority.ts';
import { operationRoutes } from './operation-routes.ts';
import { type Access, requireAccess } from './permission.ts';
import { isoOf } from './token-id.ts';
import type { TokenIssuer } from './token-issuer.ts';

interface TokenRouteDependencies extends Pick<Authority, 'tokens' | 'describeToken'> {
  issuer: Pick<TokenIssuer, 'access' | 'publishable'>;
  configurations: { find(id: number): { config: { searchSpace: string } } | undefined };
  /** Rules that a search space cannot resolve. */
  unresolvedRules(searchSpace: string, filter: api.DocumentScope): Promise<api.FieldError[]>;
}

export function tokenRoutes(dependencies: TokenRouteDependencies): Router {
  const { tokens, describeToken } = dependencies;
  return operationRoutes({
    getToken: (ctx) => describeAccess(requireAccess(ctx)),
    async issueToken(ctx) {
      const body = readJson(ctx, configurationBodyLimit);
      const isForSpaces = isMembers(body) && (body.spaces ?? null) !== null;
      return isForSpaces
        ? issueForSpaces(body, requireAccess(ctx), dependencies)
        : issuePublishable(body, dependencies);
    },
    listTokens: () => listTokens(dependencies),
    async revokeToken(ctx) {
      const { jti } = ctx.params;
      const token = describeToken(jti);
      if (token === null) throw new ProblemError('not-found', 'No token with this ID is known.');
      ctx.state.isUnchanged = !(await tokens.revoke(jti, token.expires));
      return { message: 'The token was revoked.', jti };
    },
  });
}

/** Needs no scope: the bearer can read these claims in the token itself. */
function describeAccess(access: Access): api.TokenDescription {
  const { kind, subject, scopes, configurations, spaces, origins, filter, jti, expirySeconds } = access;
  return {
    kind,
    name: subject,
    scopes: [...scopes],
    spaces: spaces && [...spaces],
    configurations: kind === 'publishable' ? [...configurations] : null,
    origins: origins && [...origins],
    ...(filter && { filter }),
    jti,
    expires: isoOf(expirySeconds),
  };
}

async function issuePublishable(
  body: unknown,
  { issuer, configurations, unresolvedRules }: TokenRouteDependencies,
): Promise<api.TokenOutcome> {
  const request = parse(api.TokenRequest, body);
  const { origins = [], filter, lifetime = api.DEFAULT_TOKEN_LIFETIME_SECONDS } = request;
  // IDs are never reused, so a token for an unknown one is always a mistake.
  const unknown = request.configurations.flatMap((id, index) =>
    configurations.find(id) ? [] : [{ key: `configurations[${index}]`, message: 'does not exist' }],
  );
  const invalid = origins.flatMap((origin, index) =>
    originOf(origin) ? [] : [{ key: `origins[${index}]`, message: 'is not a valid origin' }],
  );
  rejectInvalid([...unknown, ...invalid]);
  const spaces = request.configurations.map((id) => configurations.find(id)!.config.searchSpace);
  await rejectUnresolvedFilter(filter, spaces, unresolvedRules);
  return { message: 'The token was issued.', ...(await issuer.publishable({ ...request, lifetime })) };
}

/** A token never issues scopes that it does not have itself. */
async function issueForSpaces(
  body: unknown,
  access: Access,
  { issuer, tokens, unresolvedRules }: TokenRouteDependencies,
): Promise<api.SpaceTokenOutcome> {
  const request = parse(api.SpaceTokenRequest, body);
  const { name, spaces, filter, scopes = ['spaces:write'] } = request;
  const { lifetime = api.DEFAULT_TOKEN_LIFETIME_SECONDS } = request;
  await rejectUnresolvedFilter(filter, spaces, unresolvedRules);
  const missingScopes = scopes.filter((scope) => !access.scopes.has(scope));
  if (missingScopes.length > 0) {
    const detail = `The token does not permit this. It lacks the scope ${missingScopes.join(' and ')}, which it would issue.`;
    throw insufficientScope(detail, missingScopes.join(' '));
  }
  const { token, ...times } = await issuer.access({ subject: name, scopes, spaces, filter, lifetime });
  const described = { name, scopes, spaces, ...(filter && { filter }), ...times };
  await tokens.record({ ...described, configurations: [] });
  return { message: 'The token was issued.', ...described, token };
}

async function rejectUnresolvedFilter(
  filter: api.DocumentScope | undefined,
  spaces: readonly string[],
  unresolvedRules: TokenRouteDependencies['unresolvedRules'],
): Promise<void> {
  if (!filter) return;
  const errors = await Promise.all([...new Set(spaces)].map((space) => unresolvedRules(space, filter)));
  rejectInvalid(errors.flat().map(({ key, message }) => ({ key: `filter.${key}`, message })));
}

function listTokens({ tokens }: TokenRouteDependencies): api.TokenList {
  return {
    tokens: tokens.list().map(({ scopes, ...token }) => ({
      ...token,
      kind: scopes ? 'access' : 'publishable',
      scopes: scopes ?? ['search'],
      revoked: tokens.isRevoked(token.jti),
    })),
  };
}
