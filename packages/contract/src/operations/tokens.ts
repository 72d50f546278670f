/** The operations on tokens, sessions and the audit trail (reference/http-api.md#publishable-tokens). */
import Type from 'typebox';
import { AuditTrail } from '../messages/audit.ts';
import { LogParameters } from '../messages/parameters.ts';
import * as sessions from '../messages/sessions.ts';
import * as tokens from '../messages/tokens.ts';
import { roles } from '../parts/scopes.ts';
import { jsonBody, type Operation, operationWith, returns } from './operation.ts';

const example = {
  jti: '5d1c7a90e3f24b68a1c4006f0e8c80b7d2f61a9c3e5847f0a2b6d9',
  name: 'www.example.org',
  configurations: [1],
  origins: ['https://www.example.org'],
  issued: '2026-03-01T09:30:00.000Z',
  expires: '2027-03-01T09:30:00.000Z',
};

const exampleSession = {
  name: 'Jane',
  scopes: [...roles.viewer],
  expires: '2026-03-01T17:30:00.000Z',
  searchToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2lnbmF0dXJl',
};

const operation = operationWith({ tag: 'Tokens', scope: 'tokens:write' });

export const tokenOperations: Operation[] = [
  operation('getToken', 'GET /api/token', {
    summary: 'Read what the token of the request permits',
    description: 'For programs that check their token: its kind, scopes, limits and expiry time.',
    scope: 'any',
    response: returns(tokens.TokenDescription, 'The permissions of the token.', {
      kind: 'access',
      name: 'cms',
      scopes: ['spaces:write'],
      spaces: ['news'],
      configurations: null,
      origins: null,
      jti: example.jti,
      expires: example.expires,
    }),
  }),
  operation('issueToken', 'POST /api/tokens', {
    summary: 'Issue a token for a public page or for search spaces',
    description:
      'With `configurations`: a publishable token. It permits searching with the listed configurations and reading what a page needs to render them. It is valid from the listed origins until it expires or is revoked.\n\nWith `spaces`: an access token for a program, limited to these search spaces. Other access tokens come from the command line or an identity provider.',
    body: jsonBody(Type.Union([tokens.TokenRequest, tokens.SpaceTokenRequest]), {
      name: example.name,
      configurations: [1],
      origins: example.origins,
      lifetime: 31_536_000,
    }),
    response: returns(
      Type.Union([tokens.TokenOutcome, tokens.SpaceTokenOutcome]),
      'The token; valid immediately.',
      { ...example, message: 'The token is issued.', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2lnbmF0dXJl' },
    ),
  }),
  operation('listTokens', 'GET /api/tokens', {
    summary: 'List the tokens that have not expired',
    description:
      'Revoked tokens are included until they expire. Access tokens that this server did not issue are listed once they are used, if they are valid for more than 8 hours. Tokens of sessions are not listed.',
    response: returns(tokens.TokenList, 'Tokens, oldest first, including revoked ones.', {
      tokens: [{ ...example, kind: 'publishable', scopes: ['search'], used: '2026-03-08', revoked: false }],
    }),
  }),
  operation('revokeToken', 'DELETE /api/tokens/{jti}', {
    summary: 'Revoke a token of any kind',
    description:
      'Takes effect with the next request and is idempotent. IDs issued by this server are always recognized, even if the token is not listed. Other IDs return 404, unless `ACCESS_TOKEN_SECRETS`, `PUBLISHABLE_TOKEN_SECRETS` or an external issuer is configured: then other systems may have issued the token.',
    response: returns(tokens.RevocationOutcome, 'Requests with this token are rejected from now on.', {
      message: 'The token is revoked.',
      jti: example.jti,
    }),
  }),
  operation('signIn', 'POST /api/session', {
    summary: 'Sign in with the code of a link or of a provider',
    description: `For pages of this server only. \`semantic-search sign-in\` prints the link. The code is valid once and for minutes. A provider returns a code with a state to the browser that began the sign-in. The response sets the cookie \`${sessions.SESSION_COOKIE}\`, which stands for a token in requests without one. Requests that change something must come from a page of this server.`,
    scope: null,
    body: jsonBody(sessions.SignInRequest, { code: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln' }),
    response: returns(
      sessions.SessionOutcome,
      'The session of 8 hours; use renews it for at most 7 days. A session of a provider lasts 30 minutes, and use renews it if the provider still names a role; without a refresh token of the provider, it lasts an hour.',
      { session: exampleSession },
    ),
    problems: ['unauthorized', 'forbidden', 'service-unavailable'],
  }),
  operation('startSignIn', 'POST /api/session/provider', {
    summary: 'Begin to sign in through the provider',
    description:
      'For pages of this server only. The response sets a cookie that the end of the sign-in requires, within 10 minutes.',
    scope: null,
    response: returns(sessions.SignInStart, 'Where the person signs in.', {
      address: 'https://login.example.org/authorize?client_id=semantic-search',
    }),
    problems: ['forbidden', 'service-unavailable'],
  }),
  operation('getSession', 'GET /api/session', {
    summary: 'Read who is signed in',
    description: 'The session of the cookie, with the permissions of the person.',
    scope: null,
    response: returns(sessions.SessionOutcome, 'The session.', { session: exampleSession }),
    problems: ['unauthorized'],
  }),
  operation('signOut', 'DELETE /api/session', {
    summary: 'Sign out',
    description: 'Ends the session, including copies of the cookie.',
    scope: null,
    response: returns(sessions.SessionOutcome, 'There is no session now.', { session: null }),
    problems: ['unauthorized', 'forbidden'],
  }),
  operation('listChanges', 'GET /api/audit', {
    summary: 'Read who changed which token, configuration, space or source',
    description:
      'The audit trail, without writes of single documents. It is kept in the data directory or in the database, at least 25,000 entries.',
    query: LogParameters,
    response: returns(AuditTrail, 'Entries, newest first.', {
      total: 1,
      entries: [
        {
          date: '2026-03-01T09:30:00.000Z',
          user: 'Jane',
          action: 'created',
          kind: 'token',
          target: example.jti,
          name: example.name,
          operation: 'issueToken',
        },
      ],
    }),
  }),
];
