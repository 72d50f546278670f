/** Server settings: parsed and validated environment variables. */
import type { Role } from '@semantic-search/contract';
import type { Secrets } from '../auth/key-ring.ts';
import type { ProviderSettings } from '../auth/sessions/provider.ts';
import type { SpaceEmbeddings } from '../backends/embeddings/open-embedders.ts';
import { originOf } from '../http/origin.ts';
import { type RemoteSpace, readBackendsFile } from './backends-file.ts';
import { findMisspelledVariables, type MisspelledVariable } from './unknown-variables.ts';
import { readVariables, splitWords, type Variables, withoutBrackets } from './variables.ts';

export interface ServerSettings {
  /** 0 selects a free port. */
  port: number;
  host: string;
  dataDirectory: string;
  /** PostgreSQL database for configurations and tokens; null for the data directory. */
  databaseUrl: string | null;
  /** Directory with the pages of /demo/ and demo data for the first start; null for none. */
  demoDirectory: string | null;
  logLevel: Variables['LOG_LEVEL'];
  /** Public URL; null if it is derived from the Host header. */
  publicUrl: URL | null;
  /** Replace the keys in the data directory; newest first. */
  secrets: Secrets;
  issuer: string;
  audience: string;
  /** OpenID Connect issuer whose access tokens are accepted in addition; null for none. */
  external: { issuer: string; audience: string; scopeClaims: string[] } | null;
  /** OpenID Connect provider through which people sign in; null for none. */
  signIn: ProviderSettings | null;
  /** Origins allowed by CORS with any token, in addition to those of publishable tokens. */
  allowedOrigins: string[];
  /** Requests per minute; null for no limit. */
  limits: { perToken: number | null; perAddress: number | null };
  /** Search spaces on remote backends; all others are folders in the data directory. */
  remoteSpaces: RemoteSpace[];
  /** Embedded spaces listed in BACKENDS_FILE. With a database, no other embedded spaces are allowed. */
  embeddedSpaces: string[];
  /** Embeddings of embedded spaces, by name. */
  embeddings: ReadonlyMap<string, SpaceEmbeddings>;
  /** Timeout for a call to a search backend, in milliseconds. */
  timeoutMs: number;
  /** Whether all crawls may reach loopback and private addresses. */
  crawlPrivateNetworks: boolean;
  /** Days after which the statistics of searches are deleted. */
  insightRetentionDays: number;
  /** How long a graceful shutdown keeps serving requests, in milliseconds. */
  shutdownDelayMs: number;
  /** Number of trusted proxies that set `X-Forwarded-For`; 0 ignores the header. */
  trustedProxies: number;
  metrics: Variables['METRICS'];
  /** Whether every request gets an OpenTelemetry span. */
  tracing: boolean;
  /** Unknown variables that look like a misspelled setting. */
  misspelledVariables: MisspelledVariable[];
}

/** Throws an error that lists all invalid variables and their allowed values. */
export function serverSettings(environment: Record<string, string | undefined>): ServerSettings {
  const variables = readVariables(environment);
  const publicUrl = variables.PUBLIC_URL === '' ? null : new URL(variables.PUBLIC_URL);
  const backends =
    variables.BACKENDS_FILE === ''
      ? { remote: [], embedded: [], embeddings: new Map() }
      : readBackendsFile(variables.BACKENDS_FILE, environment);
  return {
    port: variables.PORT,
    host: withoutBrackets(variables.HOST),
    dataDirectory: variables.DATA_DIR,
    databaseUrl: validatedDatabaseUrl(variables),
    demoDirectory: variables.DEMO_DIR || null,
    logLevel: variables.LOG_LEVEL,
    publicUrl,
    secrets: {
      access: splitWords(variables.ACCESS_TOKEN_SECRETS),
      publishable: splitWords(variables.PUBLISHABLE_TOKEN_SECRETS),
    },
    issuer: variables.TOKEN_ISSUER,
    audience: variables.TOKEN_AUDIENCE,
    external: externalOf(variables),
    signIn: signInOf(variables),
    allowedOrigins: splitWords(variables.ALLOWED_ORIGINS).map((origin) => originOf(origin)!),
    limits: {
      perToken: variables.REQUESTS_PER_MINUTE_AND_TOKEN || null,
      perAddress: variables.REQUESTS_PER_MINUTE_AND_ADDRESS || null,
    },
    remoteSpaces: backends.remote,
    embeddedSpaces: backends.embedded,
    embeddings: backends.embeddings,
    timeoutMs: variables.BACKEND_DEADLINE,
    crawlPrivateNetworks: variables.CRAWL_PRIVATE_NETWORKS === 'on',
    insightRetentionDays: variables.INSIGHT_RETENTION_DAYS,
    shutdownDelayMs: variables.SHUTDOWN_DELAY,
    trustedProxies: variables.TRUSTED_PROXIES,
    metrics: variables.METRICS,
    tracing: variables.TRACING === 'on',
    misspelledVariables: findMisspelledVariables(Object.keys(environment)),
  };
}

/** Replicas must accept each other's tokens. The error never contains the URL, which includes a password. */
function validatedDatabaseUrl({
  DATABASE_URL: url,
  ACCESS_TOKEN_SECRETS,
  PUBLISHABLE_TOKEN_SECRETS,
}: Variables) {
  if (url === '') return null;
  if (!isValidUrl(url)) throw new Error('Invalid environment variables: DATABASE_URL is not a valid URL');
  if (splitWords(ACCESS_TOKEN_SECRETS).length > 0 && splitWords(PUBLISHABLE_TOKEN_SECRETS).length > 0)
    return url;
  throw new Error(
    'Missing environment variables: DATABASE_URL requires ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS, the same on all replicas',
  );
}

/** Also checks percent-encoding, such as `%40` for `@` in a password. */
function isValidUrl(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

function externalOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE, OIDC_SCOPE_CLAIMS, TOKEN_AUDIENCE }: Variables) {
  const audience = OIDC_AUDIENCE || TOKEN_AUDIENCE;
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

/**
 * Reads the environment variables of the process. Precedence: `given`, then the environment, then `defaults`. Throws an error
 * that lists invalid variables.
 */
export function loadSettings(
  given: Record<string, string> = {},
  defaults: Record<string, string> = {},
): ServerSettings {
  return serverSettings({ ...defaults, ...process.env, ...given });
}

/** Value of a variable that a command names, such as one with a secret. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
