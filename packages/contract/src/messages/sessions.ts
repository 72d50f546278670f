/** Schemas to sign in, and of the session of a person in pages of the server (how-to/sign-in.md). */
import Type, { type Static } from 'typebox';
import * as t from '../parts/schema-parts.ts';
import { scopes } from '../parts/scopes.ts';

export const SESSION_COOKIE = 'semantic-search-session';

export const SignInRequest = t.closedComponent('SignInRequest', {
  code: t.text('The code of a link that signs in once, or the code of the provider.', t.length(1, 8000)),
  state: Type.Optional(t.text('The state that the provider returned with its code.', { maxLength: 200 })),
  iss: Type.Optional(t.text('The issuer, if the provider returned one.', { maxLength: 2000 })),
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
