/** Schemas to issue, list, revoke and describe tokens (reference/http-api.md#publishable-tokens). */
import Type, { type Static } from 'typebox';
import { MAX_INT32, SPACE_NAME_PATTERN } from './limits.ts';
import { boolean, closed, instant, message, text, texts } from './schema-parts.ts';
import { scopes, spaceScopes } from './scopes.ts';
import { DocumentScope } from './settings.ts';

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
  Type.String({
    maxLength: 300,
    pattern: '^https?://[^\\s/?#@\\\\]+/?$',
    description: 'an origin such as https://example.org',
  }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'The origins that may use the token; any origin if absent.',
  },
);

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  // Shown in lists, one line each.
  pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
  description: 'a note for the owner, such as the name of the site, without control characters',
});

const Lifetime = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_TOKEN_LIFETIME_SECONDS,
    default: DEFAULT_TOKEN_LIFETIME_SECONDS,
    description: 'Lifetime in seconds.',
  }),
);

const Filter = Type.Optional({
  ...DocumentScope,
  description:
    'The only documents that the token shows and counts, in addition to the scope of a configuration.',
});

/** A component of its own, because members of a request may be null. */
const RequestedFilter = Type.Optional({ ...Filter, $id: 'TokenFilter' });

export const TokenRequest = Type.Object(
  {
    name: Name,
    configurations: Configurations,
    origins: Type.Optional(Origins),
    filter: RequestedFilter,
    lifetime: Lifetime,
  },
  { ...closed, $id: 'TokenRequest' },
);
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

export const TokenOutcome = Type.Object(
  {
    ...record,
    message,
    token: text('Shown only once; the server keeps no copy.'),
  },
  { ...closed, $id: 'TokenOutcome' },
);
export type TokenOutcome = Static<typeof TokenOutcome>;

export const TokenRecord = Type.Object(
  { ...record, revoked: boolean('Whether the token was revoked.') },
  { ...closed, $id: 'TokenRecord' },
);
export type TokenRecord = Static<typeof TokenRecord>;

export const TokenList = Type.Object(
  { tokens: Type.Array(TokenRecord, { description: 'Tokens, oldest first, without expired ones.' }) },
  { ...closed, $id: 'TokenList' },
);
export type TokenList = Static<typeof TokenList>;

export const RevocationOutcome = Type.Object({ message, jti: Jti }, { ...closed, $id: 'RevocationOutcome' });
export type RevocationOutcome = Static<typeof RevocationOutcome>;

const Spaces = Type.Array(Type.String({ pattern: SPACE_NAME_PATTERN }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of the only search spaces that the token may use.',
});

export const SpaceTokenRequest = Type.Object(
  {
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
  },
  { ...closed, $id: 'SpaceTokenRequest' },
);
export type SpaceTokenRequest = Static<typeof SpaceTokenRequest>;

export const SpaceTokenOutcome = Type.Object(
  {
    message,
    token: text('Shown only once; the server keeps no copy.'),
    jti: Jti,
    name: record.name,
    scopes: Type.Array(Type.Enum([...spaceScopes]), { description: 'Scopes of the token.' }),
    spaces: texts('Names of the only search spaces that it may use.'),
    filter: Filter,
    issued: record.issued,
    expires: record.expires,
  },
  { ...closed, $id: 'SpaceTokenOutcome' },
);
export type SpaceTokenOutcome = Static<typeof SpaceTokenOutcome>;

export const TokenDescription = Type.Object(
  {
    kind: Type.Enum(['access', 'publishable'], {
      description: '`publishable` for public pages, `access` for people and programs.',
    }),
    name: text('The subject of the token; recorded with changes.'),
    scopes: Type.Array(Type.Enum([...scopes]), { description: 'Scopes of the token.' }),
    spaces: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The only search spaces that the token may use; null if it is not limited.',
    }),
    configurations: Type.Union([Type.Array(Type.Integer()), Type.Null()], {
      description: 'The configurations of a publishable token; null for access tokens.',
    }),
    origins: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The origins that may use the token; null for any.',
    }),
    filter: Filter,
    jti: Type.Union([Jti, Type.Null()], {
      description: 'Id of the token; null for a token of an external issuer without one.',
    }),
    expires: record.expires,
  },
  { ...closed, $id: 'TokenDescription' },
);
export type TokenDescription = Static<typeof TokenDescription>;

export const SignInRequest = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 8000,
      description: 'the code of a link that signs in once, or that of the provider',
    }),
    state: Type.Optional(
      Type.String({ maxLength: 200, description: 'the state that the provider returned with its code' }),
    ),
    iss: Type.Optional(
      Type.String({ maxLength: 2000, description: 'the issuer that the provider returned, if it did' }),
    ),
  },
  { ...closed, $id: 'SignInRequest' },
);
export type SignInRequest = Static<typeof SignInRequest>;

export const SignInStart = Type.Object(
  { address: text('Page of the provider where the person signs in; it returns to `/studio`.') },
  { ...closed, $id: 'SignInStart' },
);
export type SignInStart = Static<typeof SignInStart>;

const Session = Type.Object(
  {
    name: text('The person; recorded with changes.'),
    scopes: Type.Array(Type.Enum([...scopes]), { description: 'What the person may do.' }),
    expires: instant('Without a request until then, the session ends. ISO 8601 in UTC.'),
    searchToken: text('A token that only searches and reads configurations, for previews.'),
  },
  { ...closed, $id: 'Session' },
);

export const SessionOutcome = Type.Object(
  { session: Type.Union([Session, Type.Null()], { description: 'Null for a request without a session.' }) },
  { ...closed, $id: 'SessionOutcome' },
);
export type SessionOutcome = Static<typeof SessionOutcome>;
