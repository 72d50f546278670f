/** Sign-in through an OpenID Connect provider (authorization code flow with PKCE). */
import { type Role, roles } from '@semantic-search/contract';
import type { Configuration } from 'openid-client';
import { ProblemError, temporarilyUnavailable } from '../../errors/problem.ts';
import { invalidToken } from '../../errors/unauthorized.ts';
import { wordsAt } from '../claims.ts';
import type { Person } from '../token-issuer.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Empty for a client without a secret. */
  clientSecret: string;
  scope: string;
  /** Claim of the ID token that decides about the role of a person: its name or a dotted path. */
  claim: string;
  /** The role that each value of the claim grants. */
  roles: { value: string; role: Role }[];
}

export type Provider = ReturnType<typeof signInProvider>;

export interface SignedIn extends Person {
  /** Asks the provider again; absent if it cannot be asked. */
  renew?: () => Promise<Person>;
}

/** Time limit of each request to the provider. */
const TIMEOUT_SECONDS = 5;
/** Minimum time between a failure and the next request to the provider. */
const COOLDOWN_MS = 5000;
/** Codes of errors in the connection to the provider; a failed `fetch` has no code. */
const outageCodes = [
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];

/** Connects to the provider at the first sign-in, so that the server can start while the provider is down. */
export function signInProvider(settings: ProviderSettings) {
  let discovery: Promise<Configuration> | undefined;
  const discovered = () => {
    discovery ??= discover(settings).catch((cause) => {
      setTimeout(() => {
        discovery = undefined;
      }, COOLDOWN_MS).unref();
      throw unavailable(cause);
    });
    return discovery;
  };
  return {
    /** The sign-in address, its `state`, and `checks` that `finish` needs: the browser keeps them. Throws service-unavailable. */
    async begin(callback: string) {
      const configuration = await discovered();
      const client = await import('openid-client');
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const verifier = client.randomPKCECodeVerifier();
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, state, checks: [state, nonce, verifier].join('.') };
    },
    /** Throws unauthorized, forbidden without a role, and service-unavailable. */
    async finish(answer: URL, checks: string): Promise<SignedIn> {
      const configuration = await discovered();
      const { authorizationCodeGrant } = await import('openid-client');
      const [expectedState, expectedNonce, pkceCodeVerifier] = checks.split('.');
      const expected = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, answer, expected as object).catch(rejected);
      const { refresh_token: refreshToken } = tokens;
      const person = personOf({ ...tokens.claims()! }, settings);
      return { ...person, ...(refreshToken && { renew: renewal(refreshToken, configuration, settings) }) };
    },
  };
}

function rejected(cause: { code?: string }): never {
  throw outageCodes.includes(cause.code)
    ? unavailable(cause)
    : invalidToken('The provider did not confirm the sign-in', cause);
}

/** Asks whether the person still has a role. Concurrent calls share a request; a refusal is final. */
function renewal(firstToken: string, configuration: Configuration, settings: ProviderSettings) {
  let refreshToken = firstToken;
  let answer: Promise<Person> | undefined;
  const ask = async () => {
    const { refreshTokenGrant } = await import('openid-client');
    const tokens = await refreshTokenGrant(configuration, refreshToken).catch(rejected);
    refreshToken = tokens.refresh_token ?? refreshToken;
    // A renewal may omit the ID token (OpenID Connect Core, section 12.2).
    const claims = tokens.claims();
    if (!claims) throw unavailable('no ID token');
    return personOf({ ...claims }, settings);
  };
  const isOutage = (error: unknown) => error instanceof ProblemError && error.code === 'service-unavailable';
  return () => {
    answer ??= ask().then(
      (person) => {
        answer = undefined;
        return person;
      },
      (error) => {
        if (isOutage(error)) answer = undefined;
        throw error;
      },
    );
    return answer;
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const server = new URL(issuer);
  const forHttp = server.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const configuration = await client.discovery(server, clientId, clientSecret || undefined, undefined, {
    timeout: TIMEOUT_SECONDS,
    // Verifies the signatures of ID tokens, although TLS protects them already.
    execute: [client.enableNonRepudiationChecks, ...forHttp],
  });
  // Throws unless the address of the sign-in page is safe to open.
  client.buildAuthorizationUrl(configuration, {});
  return configuration;
}

/** With several roles, the person has the one that permits most. */
function personOf(claims: Record<string, unknown>, { claim, roles: grants }: ProviderSettings): Person {
  const words = wordsAt(claims, claim);
  const granted = grants.filter(({ value }) => words.includes(value)).map((grant) => grant.role);
  const role = (['administrator', 'editor', 'viewer'] as const).find((name) => granted.includes(name));
  if (!role) throw new ProblemError('forbidden', 'Your account at the provider has no role here.');
  const subject = String(claims.name || claims.preferred_username || claims.sub).slice(0, 200);
  return { subject, scopes: roles[role] };
}

const unavailable = (cause: unknown) =>
  temporarilyUnavailable('The sign-in provider is currently unavailable.', cause);
