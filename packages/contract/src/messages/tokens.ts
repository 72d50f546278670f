/** Schemas to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import Type, { type Static } from 'typebox';
import * as limits from '../parts/limits.ts';
import * as t from '../parts/schema-parts.ts';
import { scopes, spaceScopes } from '../parts/scopes.ts';
import { DocumentScope } from '../settings/settings.ts';

const Jti = t.text('ID of the token, also in the log, to revoke it; not secret.');

const Name = t.text('a note for the owner, such as the name of the site, without control characters', {
  minLength: 1,
  maxLength: 200,
  // Without line breaks, because lists show a name in one line.
  pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
});

const Lifetime = t.optionalCount(
  'Lifetime in seconds.',
  limits.MAX_TOKEN_LIFETIME_SECONDS,
  limits.DEFAULT_TOKEN_LIFETIME_SECONDS,
);

const Filter = Type.Optional({
  ...DocumentScope,
  description:
    'The only documents that the token shows and counts, in addition to the scope of a configuration.',
});

/** Not the component of responses, because members of a request may be null. */
const RequestedFilter = Type.Optional({ ...Filter, $id: 'TokenFilter' });

export const TokenRequest = t.closedComponent('TokenRequest', {
  name: Name,
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
  filter: RequestedFilter,
  lifetime: Lifetime,
});
export type TokenRequest = Static<typeof TokenRequest>;

const kind = t.choice('`publishable` for public pages, `access` for people and programs.', [
  'access',
  'publishable',
]);

const record = {
  jti: Jti,
  name: t.text('Note of the owner, as given in the request.'),
  configurations: t.list('IDs of its configurations.', Type.Integer()),
  origins: Type.Optional(t.texts('Usable from any origin if absent.')),
  filter: Filter,
  issued: t.instant('Time of issue, ISO 8601 in UTC.'),
  expires: t.instant('Expiry time, ISO 8601 in UTC.'),
};

export const TokenOutcome = t.closedComponent('TokenOutcome', {
  ...record,
  message: t.message,
  token: t.text('Shown only once; the server keeps no copy.'),
});
export type TokenOutcome = Static<typeof TokenOutcome>;

export const TokenRecord = t.closedComponent('TokenRecord', {
  ...record,
  kind,
  scopes: t.list('Scopes of the token.', Type.Enum([...scopes])),
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

export const RevocationOutcome = t.closedComponent('RevocationOutcome', { message: t.message, jti: Jti });
export type RevocationOutcome = Static<typeof RevocationOutcome>;

export const SpaceTokenRequest = t.closedComponent('SpaceTokenRequest', {
  name: Name,
  spaces: t.list(
    'Names of the only search spaces that the token may use.',
    Type.String({ pattern: limits.SPACE_NAME_PATTERN }),
    { minItems: 1, maxItems: 100, uniqueItems: true },
  ),
  scopes: Type.Optional(
    t.list('The token that issues it must have them too.', Type.Enum([...spaceScopes]), {
      minItems: 1,
      uniqueItems: true,
      default: ['spaces:write'],
    }),
  ),
  filter: RequestedFilter,
  lifetime: Lifetime,
});
export type SpaceTokenRequest = Static<typeof SpaceTokenRequest>;

export const SpaceTokenOutcome = t.closedComponent('SpaceTokenOutcome', {
  message: t.message,
  token: t.text('Shown only once; the server keeps no copy.'),
  jti: Jti,
  name: record.name,
  scopes: t.list('Scopes of the token.', Type.Enum([...spaceScopes])),
  spaces: t.texts('Names of the only search spaces that it may use.'),
  filter: Filter,
  issued: record.issued,
  expires: record.expires,
});
export type SpaceTokenOutcome = Static<typeof SpaceTokenOutcome>;

export const TokenDescription = t.closedComponent('TokenDescription', {
  kind,
  name: t.text('The subject of the token; recorded with changes.'),
  scopes: t.list('Scopes of the token.', Type.Enum([...scopes])),
  spaces: t.orNull(
    'The only search spaces that the token may use; null if it is not limited.',
    Type.Array(Type.String()),
  ),
  configurations: t.orNull(
    'The configurations of a publishable token; null for access tokens.',
    Type.Array(Type.Integer()),
  ),
  origins: t.orNull('The origins that may use the token; null for any.', Type.Array(Type.String())),
  filter: Filter,
  jti: t.orNull('ID of the token; null for a token of an external issuer without one.', Jti),
  expires: record.expires,
});
export type TokenDescription = Static<typeof TokenDescription>;

export const SignInRequest = t.closedComponent('SignInRequest', {
  code: t.text('The code of a link that signs in once, or that of the provider.', t.length(1, 8000)),
  state: Type.Optional(t.text('The state that the provider returned with its code.', { maxLength: 200 })),
  iss: Type.Optional(t.text('The issuer that the provider returned, if it did.', { maxLength: 2000 })),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SignInStart = t.closedComponent('SignInStart', {
  address: t.text('Page of the provider where the person signs in; it returns to `/studio`.'),
});
export type SignInStart = Static<typeof SignInStart>;

const Session = t.closedComponent('Session', {
  name: t.text('The person; recorded with changes.'),
  scopes: t.list('What the person may do.', Type.Enum([...scopes])),
  expires: t.instant(
    'When the session ends; requests extend sessions that began with a link. ISO 8601 in UTC.',
  ),
  searchToken: t.text('A token that only searches and reads configurations, for previews.'),
});

export const SessionOutcome = t.closedComponent('SessionOutcome', {
  session: t.orNull('Null for a request without a session.', Session),
});
export type SessionOutcome = Static<typeof SessionOutcome>;
