/** The operations on tokens for public pages (contract, authentication and permission). */
import * as tokens from '../tokens.ts';
import { bodyProblems, json, type Operation } from './operation.ts';

const issued = {
  jti: '5d1c7a90e3f24b68a1c4006f0e8c80b7d2f61a9c3e5847f0a2b6d9',
  name: 'www.example.org',
  configurations: [1],
  origins: ['https://www.example.org'],
  issued: '2026-03-01T09:30:00.000Z',
  expires: '2027-03-01T09:30:00.000Z',
};

export const tokenOperations: Operation[] = [
  {
    id: 'issueToken',
    method: 'post',
    path: '/api/tokens',
    tag: 'Tokens',
    summary: 'Issue a publishable token, for a public page',
    description:
      'It permits searching with the named configurations and reading what a page needs to render them, from the named origins, until it ends or is revoked. Access tokens for people and programs come from the command line or an identity provider.',
    scope: 'tokens:write',
    body: {
      schema: tokens.TokenWish,
      required: true,
      mediaTypes: json,
      example: { name: issued.name, configurations: [1], origins: issued.origins, lifetime: 31_536_000 },
    },
    answer: {
      schema: tokens.TokenOutcome,
      description: 'The token; it is good at once.',
      example: {
        ...issued,
        message: 'The token is issued.',
        token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2lnbmF0dXJl',
      },
    },
    problems: bodyProblems,
    links: {
      revoke: {
        operationId: 'revokeToken',
        description: 'Revoke it.',
        parameters: { jti: '$response.body#/jti' },
      },
    },
  },
  {
    id: 'listTokens',
    method: 'get',
    path: '/api/tokens',
    tag: 'Tokens',
    summary: 'List the publishable tokens that have not ended',
    scope: 'tokens:write',
    answer: {
      schema: tokens.TokenList,
      description: 'Tokens by the time of their issue, oldest first, revoked ones among them.',
      example: { tokens: [{ ...issued, revoked: false }] },
    },
    problems: [],
  },
  {
    id: 'revokeToken',
    method: 'delete',
    path: '/api/tokens/{jti}',
    tag: 'Tokens',
    summary: 'Revoke a token of any kind',
    description:
      'Effective for the next request; doing it again changes nothing. An id that was made here is known by itself, also of tokens that are not listed. Any other is not found, unless a token with it is in use, or may be of an external issuer.',
    scope: 'tokens:write',
    answer: {
      schema: tokens.RevocationOutcome,
      description: 'No request with it is answered any more.',
      example: { message: 'The token is revoked.', jti: issued.jti },
    },
    problems: ['not-found'],
  },
];
