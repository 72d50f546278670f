/** The server's own settings, read from environment variables and checked; a wrong one is named at start. */
import type { Secrets } from '../auth/keys.ts';
import { originOf } from '../auth/origin.ts';
import { type RemoteSpace, readBackendsFile } from '../backends/backends-file.ts';
import { type Misspelt, misspelt } from './unknown-variables.ts';
import { readVariables, type Variables, withoutBrackets, words } from './variables.ts';

export interface ServerSettings {
  /** 0 takes any free one. */
  port: number;
  host: string;
  dataDirectory: string;
  /** A PostgreSQL database that keeps configurations and tokens for several replicas; null for the data directory. */
  databaseUrl: string | null;
  /** Folder with pages to show at /demo/ and content for a first start; null for none. */
  demoDirectory: string | null;
  logLevel: Variables['LOG_LEVEL'];
  /** Where people reach the service; null when it is what the Host header says. */
  publicUrl: URL | null;
  /** Instead of the secrets kept in the data directory; newest first. */
  secrets: Secrets;
  issuer: string;
  audience: string;
  /** An OpenID Connect issuer whose access tokens are taken too; null for none. */
  external: { issuer: string; audience: string; scopeClaims: string[] } | null;
  /** Origins whose pages may call with any token, beside those that publishable tokens name. */
  allowedOrigins: string[];
  /** Requests a minute; null for no limit. */
  limits: { perToken: number | null; perAddress: number | null };
  /** Search spaces that live elsewhere; all others are folders of the data directory. */
  remoteSpaces: RemoteSpace[];
  /** Those that BACKENDS_FILE says are in the data directory: beside a database there may be no others. */
  embeddedSpaces: string[];
  /** Longest time of a call to a search backend, in milliseconds. */
  deadline: number;
  /** How long it goes on answering after it was told to end, in milliseconds. */
  shutdownDelay: number;
  /** How many proxies before the service tell the client's address; 0 believes none. */
  proxies: number;
  /** Who may read `/metrics`. */
  metrics: Variables['METRICS'];
  /** Whether every request has a span of OpenTelemetry. */
  tracing: boolean;
  /** Variables that look like one of these settings and are none: nothing reads them. */
  misspelt: Misspelt[];
}

/** Throws with the names of all variables that are wrong, and what would be allowed. */
export function serverSettings(environment: Record<string, string | undefined>): ServerSettings {
  const variables = readVariables(environment);
  const publicUrl = variables.PUBLIC_URL === '' ? null : new URL(variables.PUBLIC_URL);
  const backends =
    variables.BACKENDS_FILE === ''
      ? { remote: [], embedded: [] }
      : readBackendsFile(variables.BACKENDS_FILE, environment);
  return {
    port: variables.PORT,
    host: withoutBrackets(variables.HOST),
    dataDirectory: variables.DATA_DIR,
    databaseUrl: databaseOf(variables),
    demoDirectory: variables.DEMO_DIR || null,
    logLevel: variables.LOG_LEVEL,
    publicUrl,
    secrets: {
      access: words(variables.ACCESS_TOKEN_SECRETS),
      publishable: words(variables.PUBLISHABLE_TOKEN_SECRETS),
    },
    issuer: variables.TOKEN_ISSUER,
    audience: variables.TOKEN_AUDIENCE,
    external: externalOf(variables),
    allowedOrigins: words(variables.ALLOWED_ORIGINS).map((origin) => originOf(origin)!),
    limits: {
      perToken: variables.REQUESTS_PER_MINUTE_AND_TOKEN || null,
      perAddress: variables.REQUESTS_PER_MINUTE_AND_ADDRESS || null,
    },
    remoteSpaces: backends.remote,
    embeddedSpaces: backends.embedded,
    deadline: variables.BACKEND_DEADLINE,
    shutdownDelay: variables.SHUTDOWN_DELAY,
    proxies: variables.TRUSTED_PROXIES,
    metrics: variables.METRICS,
    tracing: variables.TRACING === 'on',
    misspelt: misspelt(Object.keys(environment)),
  };
}

/** Replicas must take each other's tokens. What is wrong with the URL is not told: it holds a password. */
function databaseOf({ DATABASE_URL: url, ACCESS_TOKEN_SECRETS, PUBLISHABLE_TOKEN_SECRETS }: Variables) {
  if (url === '') return null;
  if (!isReadable(url)) throw new Error('Settings in the environment: DATABASE_URL is no URL');
  if (words(ACCESS_TOKEN_SECRETS).length > 0 && words(PUBLISHABLE_TOKEN_SECRETS).length > 0) return url;
  throw new Error(
    'Settings in the environment: with DATABASE_URL all replicas need the same ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS',
  );
}

/** Also where a sign is written by its number, such as `%40` for `@` in a password. */
function isReadable(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

function externalOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE, OIDC_SCOPE_CLAIMS, TOKEN_AUDIENCE }: Variables) {
  const audience = OIDC_AUDIENCE || TOKEN_AUDIENCE;
  return issuer === '' ? null : { issuer, audience, scopeClaims: words(OIDC_SCOPE_CLAIMS) };
}
