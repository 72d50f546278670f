/** Schemas to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, SPACE_NAME_PATTERN } from '../parts/limits.ts';
import {
  boolean,
  closedComponent,
  countUpTo,
  instant,
  message,
  orNull,
  text,
  texts,
} from '../parts/schema-parts.ts';
import { scopes, spaceScopes } from '../parts/scopes.ts';
import { DocumentScope } from '../settings/settings.ts';

/** Owners are warned so many days before a token ends. */
export const TOKEN_WARNING_DAYS = 30;

/** Default lifetime of a publishable token, in seconds. */
export const DEFAULT_TOKEN_LIFETIME_SECONDS = 365 * 24 * 3600;
/** Maximum for any token. */
export const MAX_TOKEN_LIFETIME_SECONDS = 10 * DEFAULT_TOKEN_LIFETIME_SECONDS;

const Jti = text('Id of the token, also in the log, to revoke it; not secret.');

const Configurations = Type.Array(Type.Integer({ minimum: 1, maximum: MAX_INT32 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'The configurations that the token can be used with.',
});

const Origins = Type.Array(
  text('an origin such as https://example.org', {
    maxLength: 300,
    pattern: '^https?://[^\\s/?#@\\\\]+/?$',
  }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'The origins that may use the token; any origin if absent.',
  },
);

const Name = text('a note for the owner, such as the name of the site, without control characters', {
  minLength: 1,
  maxLength: 200,
  // Shown in lists, one line each.
  pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
});

const Lifetime = countUpTo(
  MAX_TOKEN_LIFETIME_SECONDS,
  DEFAULT_TOKEN_LIFETIME_SECONDS,
  'Lifetime in seconds.',
);

const Filter = Type.Optional({
  ...DocumentScope,
  description:
    'The only documents that the token shows and counts, in addition to the scope of a configuration.',
});

/** A component of its own, because members of a request may be null. */
const RequestedFilter = Type.Optional({ ...Filter, $id: 'TokenFilter' });

export const TokenRequest = closedComponent('TokenRequest', {
  name: Name,
  configurations: Configurations,
  origins: Type.Optional(Origins),
  filter: RequestedFilter,
  lifetime: Lifetime,
});
export type TokenRequest = Static<typeof TokenRequest>;

const record = {
  jti: Jti,
  name: text('Note of the owner, as given in the request.'),
  configurations: Type.Array(Type.Integer(), { description: 'Ids of its configurations.' }),
  origins: Type.Optional(texts('Usable from any origin if absent.')),
  filter: Filter,
  issued: instant('Time of issue, ISO 8601 in UTC.'),
  expires: instant('Expiry time, ISO 8601 in UTC.'),
};

export const TokenOutcome = closedComponent('TokenOutcome', {
  ...record,
  message,
  token: text('Shown only once; the server keeps no copy.'),
});
export type TokenOutcome = Static<typeof TokenOutcome>;

export const TokenRecord = closedComponent('TokenRecord', {
  ...record,
  kind: Type.Enum(['access', 'publishable'], {
    description: '`publishable` for public pages, `access` for people and programs.',
  }),
  scopes: Type.Array(Type.Enum([...scopes]), { description: 'Scopes of the token.' }),
  spaces: Type.Optional(texts('The only search spaces that it may use; absent if it is not limited.')),
  used: Type.Optional(
    text('Day of its last use in UTC, some minutes late.', { pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  ),
  revoked: boolean('Whether the token was revoked.'),
});
export type TokenRecord = Static<typeof TokenRecord>;

export const TokenList = closedComponent('TokenList', {
  tokens: Type.Array(TokenRecord, { description: 'Tokens, oldest first, without expired ones.' }),
});
export type TokenList = Static<typeof TokenList>;

export const RevocationOutcome = closedComponent('RevocationOutcome', { message, jti: Jti });
export type RevocationOutcome = Static<typeof RevocationOutcome>;

const Spaces = Type.Array(Type.String({ pattern: SPACE_NAME_PATTERN }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of the only search spaces that the token may use.',
});

export const SpaceTokenRequest = closedComponent('SpaceTokenRequest', {
  name: Name,
  spaces: Spaces,
  scopes: Type.Optional(
    Type.Array(Type.Enum([...spaceScopes]), {
      minItems: 1,
      uniqueItems: true,
      default: ['spaces:write'],
      description: 'The token that issues it must have them too.',
    }),
  ),
  filter: RequestedFilter,
  lifetime: Lifetime,
});
export type SpaceTokenRequest = Static<typeof SpaceTokenRequest>;

export const SpaceTokenOutcome = closedComponent('SpaceTokenOutcome', {
  message,
  token: text('Shown only once; the server keeps no copy.'),
  jti: Jti,
  name: record.name,
  scopes: Type.Array(Type.Enum([...spaceScopes]), { description: 'Scopes of the token.' }),
  spaces: texts('Names of the only search spaces that it may use.'),
  filter: Filter,
  issued: record.issued,
  expires: record.expires,
});
export type SpaceTokenOutcome = Static<typeof SpaceTokenOutcome>;

export const TokenDescription = closedComponent('TokenDescription', {
  kind: Type.Enum(['access', 'publishable'], {
    description: '`publishable` for public pages, `access` for people and programs.',
  }),
  name: text('The subject of the token; recorded with changes.'),
  scopes: Type.Array(Type.Enum([...scopes]), { description: 'Scopes of the token.' }),
  spaces: orNull(
    Type.Array(Type.String()),
    'The only search spaces that the token may use; null if it is not limited.',
  ),
  configurations: orNull(
    Type.Array(Type.Integer()),
    'The configurations of a publishable token; null for access tokens.',
  ),
  origins: orNull(Type.Array(Type.String()), 'The origins that may use the token; null for any.'),
  filter: Filter,
  jti: orNull(Jti, 'Id of the token; null for a token of an external issuer without one.'),
  expires: record.expires,
});
export type TokenDescription = Static<typeof TokenDescription>;

export const SignInRequest = closedComponent('SignInRequest', {
  code: text('the code of a link that signs in once, or that of the provider', {
    minLength: 1,
    maxLength: 8000,
  }),
  state: Type.Optional(text('the state that the provider returned with its code', { maxLength: 200 })),
  iss: Type.Optional(text('the issuer that the provider returned, if it did', { maxLength: 2000 })),
});
export type SignInRequest = Static<typeof SignInRequest>;

export const SignInStart = closedComponent('SignInStart', {
  address: text('Page of the provider where the person signs in; it returns to `/studio`.'),
});
export type SignInStart = Static<typeof SignInStart>;

const Session = closedComponent('Session', {
  name: text('The person; recorded with changes.'),
  scopes: Type.Array(Type.Enum([...scopes]), { description: 'What the person may do.' }),
  expires: instant(
    'When the session ends; requests extend sessions that began with a link. ISO 8601 in UTC.',
  ),
  searchToken: text('A token that only searches and reads configurations, for previews.'),
});

export const SessionOutcome = closedComponent('SessionOutcome', {
  session: orNull(Session, 'Null for a request without a session.'),
});
export type SessionOutcome = Static<typeof SessionOutcome>;
