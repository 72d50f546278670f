/** The operations on sessions: signing in by link or through a provider, and signing out. */
import * as sessions from '../messages/sessions.ts';
import { roles } from '../parts/scopes.ts';
import { jsonBody, type Operation, operationWith, returns } from './operation.ts';

const exampleSession = {
  name: 'Jane',
  scopes: [...roles.viewer],
  expires: '2026-03-01T17:30:00.000Z',
  searchToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2lnbmF0dXJl',
};

const operation = operationWith({ tag: 'Tokens', scope: null });

export const sessionOperations: Operation[] = [
  operation('signIn', 'POST /api/session', {
    summary: 'Sign in with the code of a link or of a provider',
    description: `For pages of this server only. \`semantic-search sign-in\` prints the link. The code is valid once, for 15 minutes. A provider returns a code with a state to the browser that began the sign-in. The response sets the cookie \`${sessions.SESSION_COOKIE}\`, which stands for a token in requests without one. Requests that change something must come from a page of this server.`,
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
    response: returns(sessions.SignInStart, 'Where the person signs in.', {
      address: 'https://login.example.org/authorize?client_id=semantic-search',
    }),
    problems: ['forbidden', 'service-unavailable'],
  }),
  operation('getSession', 'GET /api/session', {
    summary: 'Read who is signed in',
    description: 'The session of the cookie, with the permissions of the person.',
    response: returns(sessions.SessionOutcome, 'The session.', { session: exampleSession }),
    problems: ['unauthorized'],
  }),
  operation('signOut', 'DELETE /api/session', {
    summary: 'Sign out',
    description: 'Ends the session, including copies of the cookie.',
    response: returns(sessions.SessionOutcome, 'There is no session now.', { session: null }),
    problems: ['unauthorized', 'forbidden'],
  }),
];
