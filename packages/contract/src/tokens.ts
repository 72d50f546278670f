/** Publishable tokens: how they are wished for, issued, listed and revoked (contract, authentication). */
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };

/** How long a publishable token is good for where its wish does not say, in seconds. */
export const usualTokenLifetime = 365 * 24 * 3600;

const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 UTC.' });
const Jti = Type.String({ description: 'Names the token, also in the log; it is no secret.' });

const Configurations = Type.Array(Type.Integer({ minimum: 1, maximum: 2147483647 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'The only configurations it may be used with.',
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
    description: 'The only origins it may come from; when absent it may come from anywhere.',
  },
);

export const TokenWish = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      // Lists show it, a line for each.
      pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$',
      description: 'a word for its owner, such as the name of the site, without control characters',
    }),
    configurations: Configurations,
    origins: Type.Optional(Origins),
    lifetime: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10 * usualTokenLifetime,
        default: usualTokenLifetime,
        description: 'How long it is good for, in seconds.',
      }),
    ),
  },
  { ...closed, $id: 'TokenWish' },
);
export type TokenWish = Static<typeof TokenWish>;

const record = {
  jti: Jti,
  name: Type.String(),
  configurations: Type.Array(Type.Integer()),
  origins: Type.Optional(Type.Array(Type.String(), { description: 'Absent: usable from any origin.' })),
  issued: Instant,
  expires: Instant,
};

export const TokenOutcome = Type.Object(
  {
    ...record,
    message: Type.String(),
    token: Type.String({ description: 'Shown this once; the service keeps no copy.' }),
  },
  { ...closed, $id: 'TokenOutcome' },
);
export type TokenOutcome = Static<typeof TokenOutcome>;

export const TokenRecord = Type.Object(
  { ...record, revoked: Type.Boolean() },
  { ...closed, $id: 'TokenRecord' },
);
export type TokenRecord = Static<typeof TokenRecord>;

export const TokenList = Type.Object({ tokens: Type.Array(TokenRecord) }, { ...closed, $id: 'TokenList' });
export type TokenList = Static<typeof TokenList>;

export const RevocationOutcome = Type.Object(
  { message: Type.String(), jti: Jti },
  { ...closed, $id: 'RevocationOutcome' },
);
export type RevocationOutcome = Static<typeof RevocationOutcome>;
