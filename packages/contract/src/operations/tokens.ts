/** The operations on tokens, and on the audit trail of all changes. */
import Type from 'typebox';
import { AuditTrail } from '../messages/audit.ts';
import { LogParameters } from '../messages/parameters.ts';
import * as tokens from '../messages/tokens.ts';
import { jsonBody, type Operation, operationWith, returns } from './operation.ts';

const example = {
  jti: '5d1c7a90e3f24b68a1c4006f0e8c80b7d2f61a9c3e5847f0a2b6d9',
  name: 'www.example.org',
  configurations: [1],
  origins: ['https://www.example.org'],
  issued: '2026-03-01T09:30:00.000Z',
  expires: '2027-03-01T09:30:00.000Z',
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
  operation('listChanges', 'GET /api/audit', {
    summary: 'Read who changed which token, configuration, space or source',
    description:
      'The audit trail, without writes of single documents. The data directory or the database keeps at least the last 25,000 entries.',
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
