/** The environment variables of the server: what each may be, and what it is when absent. */
import { statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { FieldError } from '@semantic-search/contract';
import Type, { type Static } from 'typebox';
import { MIN_SECRET_LENGTH } from '../auth/keys.ts';
import { originOf } from '../auth/origin.ts';
import { describeSchema } from '../describe-schema.ts';
import { faults } from '../validation.ts';

const rate = (title: string) => Type.Integer({ minimum: 0, maximum: 10_000_000, title });

const secrets = (title: string) =>
  Type.String({
    pattern: `^(?:[^\\s]{${MIN_SECRET_LENGTH},}(?: +|$))*$`,
    description: `secrets of at least ${MIN_SECRET_LENGTH} characters each, separated by spaces`,
    title,
  });

/** What is blank was hardly meant, and would be taken for a name. */
const named = { pattern: '\\S', description: 'not blank' };

/** Titles are what `docs/settings.md` says of them, which is made from this schema. */
export const Variables = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, title: 'Where it listens; 0 takes any free port.' }),
  HOST: Type.String({
    minLength: 1,
    maxLength: 253,
    pattern: '^\\[?[\\w.:%-]+\\]?$',
    description: 'a name or an address, without a port',
    title: 'The address it listens on; `0.0.0.0` lets other machines reach it.',
  }),
  DATA_DIR: Type.String({ ...named, title: 'The folder of all that it keeps.' }),
  DATABASE_URL: Type.String({
    title: 'A PostgreSQL database that keeps configurations and tokens for several replicas.',
    pattern: '^(?:|postgres(?:ql)?://[^\\s]+)$',
    description: 'such as postgres://user:password@host/database',
  }),
  DEMO_DIR: Type.String({ title: 'A folder of pages to show at `/demo/` and of content for a first start.' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    title:
      'From which level on it logs. The audit trail is of the level `info`, and like all of the log waits for nobody who reads it.',
  }),
  PUBLIC_URL: Type.String({
    pattern: '^(?:|https?://[^\\s/?#@]+/?)$',
    description: 'such as https://search.example.org',
    title: 'Where people reach it, when a proxy stands before it; else what the Host header says.',
  }),
  ACCESS_TOKEN_SECRETS: secrets(
    'Secrets that sign tokens of people, newest first, instead of those kept in the data directory.',
  ),
  PUBLISHABLE_TOKEN_SECRETS: secrets('The same for tokens of public pages; none may serve both.'),
  TOKEN_ISSUER: Type.String({ ...named, title: 'The `iss` of its own tokens.' }),
  TOKEN_AUDIENCE: Type.String({ ...named, title: 'The `aud` of its own tokens.' }),
  OIDC_ISSUER: Type.String({
    pattern: '^(?:|https://[^\\s?#@]+|http://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?(?:/[^\\s?#@]*)?)$',
    description: 'the https: URL of an OpenID Connect issuer, as its tokens name it',
    title: 'An OpenID Connect issuer whose access tokens are taken too.',
  }),
  OIDC_AUDIENCE: Type.String({
    pattern: '^$|\\S',
    description: 'empty, or not blank',
    title: 'The `aud` of its tokens; when empty `TOKEN_AUDIENCE`.',
  }),
  OIDC_SCOPE_CLAIMS: Type.String({
    pattern: '^[^\\s]+(?: +[^\\s]+)*$',
    description: 'claims or paths into them, separated by spaces, such as scope realm_access.roles',
    title:
      'Where its tokens name scopes such as `configurations:read`: `scope`, `scp`, `permissions`, `realm_access.roles` (Keycloak); text with spaces between or a list.',
  }),
  ALLOWED_ORIGINS: Type.String({
    pattern: '^(?:\\S+(?: +|$))*$',
    description: 'origins such as https://example.org, separated by spaces',
    title: 'Origins whose pages may call with any token, beside those that tokens of public pages name.',
  }),
  REQUESTS_PER_MINUTE_AND_TOKEN: rate('How often a token may be used a minute; 0 is no limit.'),
  REQUESTS_PER_MINUTE_AND_ADDRESS: rate('How often an address may ask a minute; 0 is no limit.'),
  BACKENDS_FILE: Type.String({
    pattern: '^$|\\S',
    description: 'empty, or not blank',
    title: 'A file that names search spaces at remote services; see backends.md.',
  }),
  BACKEND_DEADLINE: Type.Integer({
    minimum: 10,
    maximum: 600_000,
    title: 'Longest time of a call to a search backend, in milliseconds; then 504.',
  }),
  SHUTDOWN_DELAY: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    title:
      'How long it goes on answering after it was told to end, while `/ready` says no, so that a load balancer notices; in milliseconds.',
  }),
  TRUSTED_PROXIES: Type.Integer({
    minimum: 0,
    maximum: 10,
    title: "How many proxies before it tell the client's address.",
  }),
  METRICS: Type.Enum(['off', 'loopback', 'open'], {
    title: 'Who may read `/metrics`: nobody, this machine without a proxy between, or everyone.',
  }),
  TRACING: Type.Enum(['off', 'on'], {
    title: 'Spans of OpenTelemetry for every request; needs the package `@opentelemetry/api` and an SDK.',
  }),
});
export type Variables = Static<typeof Variables>;

/** Throws with the names of all variables that are wrong, and what would be allowed. */
export function readVariables(environment: Record<string, string | undefined>): Variables {
  const values: Record<string, unknown> = defaultsFor(environment.HOST ?? 'localhost');
  for (const [name, standard] of Object.entries(values)) {
    const text = environment[name];
    if (text === undefined) continue;
    values[name] = typeof standard === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  }
  const misshapen = faults(Variables, values);
  const wrong = misshapen.length > 0 ? misshapen : unusable(values as Variables);
  if (wrong.length === 0) return values as Variables;
  throw new Error(
    `Settings in the environment: ${wrong.map(({ key, message }) => `${key} ${message}`).join('; ')}`,
  );
}

/** What has the right shape and is none all the same: a host or port that cannot be, a folder that is not there. */
function unusable(variables: Variables): FieldError[] {
  const { HOST, DEMO_DIR, ACCESS_TOKEN_SECRETS, PUBLISHABLE_TOKEN_SECRETS } = variables;
  const isUrl = (text: string) => URL.canParse(text);
  const isOfSite = (text: string) => originOf(text) !== null;
  const are = { PUBLIC_URL: isUrl, OIDC_ISSUER: isUrl, ALLOWED_ORIGINS: isOfSite };
  const urls = (['PUBLIC_URL', 'OIDC_ISSUER', 'ALLOWED_ORIGINS'] as const)
    .filter((key) => !words(variables[key]).every(are[key]))
    .map((key) => ({ key, message: `must be ${describeSchema(Variables.properties[key])}` }));
  const hasPort = HOST.includes(':') && !isIPv6(withoutBrackets(HOST));
  const found = DEMO_DIR === '' || statSync(DEMO_DIR, { throwIfNoEntry: false })?.isDirectory();
  const ofPages = new Set(words(PUBLISHABLE_TOKEN_SECRETS));
  const shared = words(ACCESS_TOKEN_SECRETS).some((secret) => ofPages.has(secret));
  return [
    ...urls,
    ...(hasPort ? [{ key: 'HOST', message: `must be ${describeSchema(Variables.properties.HOST)}` }] : []),
    ...(found ? [] : [{ key: 'DEMO_DIR', message: 'must be a folder that is there' }]),
    ...(shared
      ? [{ key: 'PUBLISHABLE_TOKEN_SECRETS', message: 'must have none of ACCESS_TOKEN_SECRETS' }]
      : []),
  ];
}

/** A rate of 0 is no limit: what only this machine reaches has none. */
export function defaultsFor(host: string): Variables {
  const loopback = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
  return {
    PORT: 8080,
    HOST: 'localhost',
    DATA_DIR: './data',
    DATABASE_URL: '',
    DEMO_DIR: '',
    LOG_LEVEL: 'info',
    PUBLIC_URL: '',
    ACCESS_TOKEN_SECRETS: '',
    PUBLISHABLE_TOKEN_SECRETS: '',
    TOKEN_ISSUER: 'semantic-search',
    TOKEN_AUDIENCE: 'semantic-search',
    OIDC_ISSUER: '',
    OIDC_AUDIENCE: '',
    OIDC_SCOPE_CLAIMS: 'scope',
    ALLOWED_ORIGINS: '',
    REQUESTS_PER_MINUTE_AND_TOKEN: loopback ? 0 : 6000,
    REQUESTS_PER_MINUTE_AND_ADDRESS: loopback ? 0 : 3000,
    BACKENDS_FILE: '',
    BACKEND_DEADLINE: 10_000,
    SHUTDOWN_DELAY: 0,
    TRUSTED_PROXIES: 0,
    METRICS: 'loopback',
    TRACING: 'off',
  };
}

/** In a URL an address of IPv6 has brackets, to listen on it has none. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** What is separated by spaces. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
