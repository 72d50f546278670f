/** Server settings: parsed and validated environment variables. */
import type { Role } from '@semantic-search/contract';
import type { Secrets } from '../auth/key-ring.ts';
import type { ProviderSettings } from '../auth/sessions/sign-in-provider.ts';
import { originOf } from '../http/origin.ts';
import { readBackendsFile } from './backends-file.ts';
import { bareHost, type Environment, readVariables, splitWords, type Variables } from './environment.ts';

export type ServerSettings = Awaited<ReturnType<typeof parseSettings>>;

/** Throws an error that lists all invalid variables and their allowed values. */
export async function parseSettings(environment: Environment) {
  const variables = readVariables(environment);
  return {
    /** Port to listen on; 0 selects a free port. */
    port: variables.PORT,
    host: bareHost(variables.HOST),
    dataDirectory: variables.DATA_DIR,
    /** PostgreSQL database for configurations and tokens; null for the data directory. */
    databaseUrl: variables.DATABASE_URL || null,
    /** Directory with the pages of /demo/ and demo data for the first start; null for none. */
    demoDirectory: variables.DEMO_DIR || null,
    logLevel: variables.LOG_LEVEL,
    /** Public URL; null if it is derived from the Host header. */
    publicUrl: variables.PUBLIC_URL === '' ? null : new URL(variables.PUBLIC_URL),
    /** Secrets that replace the keys in the data directory; newest first. */
    secrets: {
      access: splitWords(variables.ACCESS_TOKEN_SECRETS),
      publishable: splitWords(variables.PUBLISHABLE_TOKEN_SECRETS),
    } as Secrets,
    /** OpenID Connect issuer whose access tokens are accepted in addition; null for none. */
    external: externalOf(variables),
    /** OpenID Connect provider through which people sign in; null for none. */
    signIn: signInOf(variables),
    /** Origins allowed by CORS with any token, in addition to the origins of publishable tokens. */
    allowedOrigins: splitWords(variables.ALLOWED_ORIGINS).map((origin) => originOf(origin)!),
    /** Requests per minute; null for no limit. */
    limits: {
      perToken: variables.REQUESTS_PER_MINUTE_AND_TOKEN || null,
      perAddress: variables.REQUESTS_PER_MINUTE_AND_ADDRESS || null,
    },
    ...(await readBackendsFile(variables.BACKENDS_FILE, environment)),
    /** Timeout for a call to a search backend, in milliseconds. */
    timeoutMs: variables.BACKEND_DEADLINE,
    /** Whether all crawls may reach loopback and private addresses. */
    crawlPrivateNetworks: variables.CRAWL_PRIVATE_NETWORKS === 'on',
    /** Days after which the statistics of searches are deleted. */
    insightRetentionDays: variables.INSIGHT_RETENTION_DAYS,
    /** How long a graceful shutdown keeps serving requests, in milliseconds. */
    shutdownDelayMs: variables.SHUTDOWN_DELAY,
    /** Number of trusted proxies that set `X-Forwarded-For`; 0 ignores the header. */
    trustedProxies: variables.TRUSTED_PROXIES,
    metrics: variables.METRICS,
    /** Whether every request gets an OpenTelemetry span. */
    tracing: variables.TRACING === 'on',
    /** Unknown variables that begin like a setting or a usual misspelling; others belong to other programs. */
    unknownVariables: Object.keys(environment).filter(
      (name) => /^(?:OIDC_|REQUESTS?_PER_|TOKEN_|TRUSTED_PROXY|DATADIR)/.test(name) && !(name in variables),
    ),
  };
}

function externalOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_SCOPE_CLAIMS }: Variables) {
  return issuer === '' ? null : { issuer, audience, scopeClaims: splitWords(OIDC_SCOPE_CLAIMS) };
}

function signInOf(variables: Variables): ProviderSettings | null {
  if (variables.OIDC_SIGN_IN_ISSUER === '') return null;
  return {
    issuer: variables.OIDC_SIGN_IN_ISSUER,
    clientId: variables.OIDC_SIGN_IN_CLIENT,
    clientSecret: variables.OIDC_SIGN_IN_SECRET,
    scope: variables.OIDC_SIGN_IN_SCOPE,
    claim: variables.OIDC_SIGN_IN_CLAIM,
    roles: splitWords(variables.OIDC_SIGN_IN_ROLES).map((pair) => {
      const end = pair.lastIndexOf('=');
      return { value: pair.slice(0, end), role: pair.slice(end + 1) as Role };
    }),
  };
}

/** Settings by precedence: `given`, the environment of the process, `defaults`. Throws an error that lists invalid variables. */
export const loadSettings = (given: Environment = {}, defaults: Environment = {}): Promise<ServerSettings> =>
  parseSettings({ ...defaults, ...process.env, ...given });
