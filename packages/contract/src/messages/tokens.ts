/** Schemas to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import Type, { type Static } from 'typebox';
import * as limits from '../parts/limits.ts';
import { SPACE_NAME_PATTERN } from '../parts/names.ts';
import * as t from '../parts/schema-parts.ts';
import { type Scope, scopes, spaceScopes } from '../parts/scopes.ts';
import { DocumentScope } from '../settings/settings.ts';

const jti = t.text('ID of the token: the log has it, and a revocation needs it. It is not secret.');

/** The description begins in lower case, because error messages quote it after a colon (`t.text`). */
const note = t.text('a note for the owner, such as the name of the site, without control characters', {
  minLength: 1,
  maxLength: 200,
  // Without line breaks, because lists show a name in one line.
  pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
});

const lifetime = t.optionalCount(
  'Lifetime in seconds.',
  limits.MAX_TOKEN_LIFETIME_SECONDS,
  limits.DEFAULT_TOKEN_LIFETIME_SECONDS,
);

const filter = Type.Optional({
  ...DocumentScope,
  description:
    'The only documents that the token shows and counts, in addition to the scope of a configuration.',
});

/** A component of its own: the API description lets members of requests be null, but not members of responses. */
const requestedFilter = Type.Optional({ ...filter, $id: 'TokenFilter' });

export const TokenRequest = t.closedComponent('TokenRequest', {
  name: note,
  configurations: t.list(
    'The configurations that the token can be used with.',
    Type.Integer(t.range(1, limits.MAX_INT32)),
    { minItems: 1, maxItems: 100, uniqueItems: true },
  ),
  origins: Type.Optional(
    t.list(
      'The origins that may use the token; any origin if absent.',
      t.text('an origin such as https://example.org', {
        maxLength: 300,
        pattern: '^https?://[^\\s/?#@\\\\]+/?$',
      }),
      { minItems: 1, maxItems: 100 },
    ),
  ),
  filter: requestedFilter,
  lifetime,
});
export type TokenRequest = Static<typeof TokenRequest>;

const scopesOfToken = (values: readonly Scope[]) => t.list('Scopes of the token.', Type.Enum([...values]));
const kind = t.explainedChoice({ access: 'for people and programs.', publishable: 'for public pages.' });

const issuedMembers = {
  jti,
  name: t.text('Note of the owner, as given in the request.'),
  filter,
  issued: t.instant('Time of issue, ISO 8601 in UTC.'),
  expires: t.instant('Expiry time, ISO 8601 in UTC.'),
};
const limitsOfUse = {
  configurations: t.list('IDs of its configurations.', Type.Integer()),
  origins: Type.Optional(t.texts('Usable from any origin if absent.')),
};
const newToken = { message: t.message, token: t.text('Shown only once; the server keeps no copy.') };

export const TokenOutcome = t.closedComponent('TokenOutcome', {
  ...issuedMembers,
  ...limitsOfUse,
  ...newToken,
});
export type TokenOutcome = Static<typeof TokenOutcome>;

export const TokenRecord = t.closedComponent('TokenRecord', {
  ...issuedMembers,
  ...limitsOfUse,
  kind,
  scopes: scopesOfToken(scopes),
  spaces: Type.Optional(t.texts('The only search spaces that it may use; absent if it is not limited.')),
  used: Type.Optional(
    t.text('Day of its last use in UTC, some minutes late.', { pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  ),
  revoked: t.boolean('Whether the token was revoked.'),
});
export type TokenRecord = Static<typeof TokenRecord>;

export const TokenList = t.closedComponent('TokenList', {
  tokens: t.list('Tokens, oldest first, without expired ones.', TokenRecord),
});
export type TokenList = Static<typeof TokenList>;

export const RevocationOutcome = t.closedComponent('RevocationOutcome', { message: t.message, jti });
export type RevocationOutcome = Static<typeof RevocationOutcome>;

export const SpaceTokenRequest = t.closedComponent('SpaceTokenRequest', {
  name: note,
  spaces: t.list(
    'Names of the only search spaces that the token may use.',
    Type.String({ pattern: SPACE_NAME_PATTERN }),
    { minItems: 1, maxItems: 100, uniqueItems: true },
  ),
  scopes: Type.Optional(
    t.list('The token that issues it must have them too.', Type.Enum([...spaceScopes]), {
      minItems: 1,
      uniqueItems: true,
      default: ['spaces:write'],
    }),
  ),
  filter: requestedFilter,
  lifetime,
});
export type SpaceTokenRequest = Static<typeof SpaceTokenRequest>;

export const SpaceTokenOutcome = t.closedComponent('SpaceTokenOutcome', {
  ...issuedMembers,
  ...newToken,
  scopes: scopesOfToken(spaceScopes),
  spaces: t.texts('Names of the only search spaces that it may use.'),
});
export type SpaceTokenOutcome = Static<typeof SpaceTokenOutcome>;

export const TokenDescription = t.closedComponent('TokenDescription', {
  kind,
  name: t.text('The subject of the token; recorded with changes.'),
  scopes: scopesOfToken(scopes),
  spaces: t.orNull(
    'The only search spaces that the token may use; null if it is not limited.',
    Type.Array(Type.String()),
  ),
  configurations: t.orNull(
    'The configurations of a publishable token; null for access tokens.',
    Type.Array(Type.Integer()),
  ),
  origins: t.orNull('The origins that may use the token; null for any.', Type.Array(Type.String())),
  filter,
  jti: t.orNull('ID of the token; null for a token of an external issuer without one.', jti),
  expires: issuedMembers.expires,
});
export type TokenDescription = Static<typeof TokenDescription>;
