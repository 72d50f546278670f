/** Schema and defaults of the server's environment variables. */
import { statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { FieldError } from '@semantic-search/contract';
import { MIN_SECRET_BYTES } from '../auth/key-ring.ts';
import { describeSchema, type SchemaDescription } from '../describe-schema.ts';
import { originOf } from '../http/origin.ts';

// Plain JSON Schemas, because TypeBox and Ajv take a third of the time in which a command starts.

/** Range from `minimum` to `maximum`; by default from 0 to ten million. */
const integer = (title: string, range: { default: number; minimum?: number; maximum?: number }) => {
  return { type: 'integer', minimum: 0, maximum: 10_000_000, ...range, title };
};

/** `form` limits the value; its description completes the sentence *must be …*. */
const text = (title: string, form: SchemaDescription & { default?: string } = {}) => {
  return { type: 'string', default: '', ...form, title };
};

const secrets = (title: string) =>
  text(title, {
    pattern: `^(?:[^\\s]{${MIN_SECRET_BYTES},}(?: +|$))*$`,
    description: `secrets of at least ${MIN_SECRET_BYTES} characters each, separated by spaces`,
  });

/** Blank values are rejected: they are mistakes, and would otherwise be used as a name. */
const notBlank = { pattern: '\\S', description: 'not blank' };

const issuerForm = {
  pattern: '^(?:|https://[^\\s?#@]+|http://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?(?:/[^\\s?#@]*)?)$',
  description: 'the https: URL of an OpenID Connect issuer, equal to the `iss` claim of its tokens',
};

const choice = <Value extends string>(values: Value[], form: { default: Value; title: string }) => {
  return { enum: values, ...form };
};

/** The reference page of the variables is generated from these schemas; `title` is the description there. */
export const VARIABLES = {
  PORT: integer('Port to listen on; 0 selects a free port.', { default: 8080, maximum: 65535 }),
  HOST: text('Address to listen on; `0.0.0.0` makes the server reachable from other machines.', {
    default: 'localhost',
    pattern: '^\\[?[\\w.:%-]{1,253}\\]?$',
    description: 'a host name or IP address of at most 253 characters, without a port',
  }),
  DATA_DIR: text('Data directory.', { default: './data', ...notBlank }),
  DATABASE_URL: text('PostgreSQL database for configurations and tokens, shared by several replicas.', {
    pattern: '^(?:|postgres(?:ql)?://[^\\s]+)$',
    description: 'such as postgres://user:password@host/database',
  }),
  DEMO_DIR: text('Directory with the pages served at `/demo/` and the demo data loaded at the first start.'),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    title:
      'Minimum log level; `start` at a terminal uses `warn` by default. Logging never blocks: if the output is not read in time, lines are dropped.',
  }),
  PUBLIC_URL: text(
    'Public URL of the server if it is behind a proxy; by default it is derived from the Host header.',
    { pattern: '^(?:|https?://[^\\s/?#@]+/?)$', description: 'origin such as `https://search.example.org`' },
  ),
  ACCESS_TOKEN_SECRETS: secrets(
    'Secrets that sign access tokens, newest first; they replace the keys in the data directory.',
  ),
  PUBLISHABLE_TOKEN_SECRETS: secrets(
    'Secrets that sign publishable tokens, newest first; no secret may be used for both kinds.',
  ),
  OIDC_ISSUER: text('OpenID Connect issuer whose access tokens are accepted in addition.', issuerForm),
  OIDC_AUDIENCE: text('The `aud` claim of tokens of the OpenID Connect issuer.', {
    default: 'semantic-search',
    ...notBlank,
  }),
  OIDC_SCOPE_CLAIMS: text(
    'Claims of the OpenID Connect issuer that contain scopes such as `configurations:read`: `scope`, `scp`, `permissions`, `realm_access.roles` (Keycloak). The value is a space-separated string or a list.',
    {
      default: 'scope',
      pattern: '^[^\\s]+(?: +[^\\s]+)*$',
      description: 'claim names or dotted paths, separated by spaces, such as scope realm_access.roles',
    },
  ),
  OIDC_SIGN_IN_ISSUER: text(
    'OpenID Connect provider through which people sign in to the studio.',
    issuerForm,
  ),
  OIDC_SIGN_IN_CLIENT: text('Client ID of this server at the provider of OIDC_SIGN_IN_ISSUER.', {
    default: 'semantic-search',
    ...notBlank,
  }),
  OIDC_SIGN_IN_SECRET: text(
    'Client secret of this server at the provider; empty for a public client, which PKCE protects.',
  ),
  OIDC_SIGN_IN_SCOPE: text(
    'What the server asks the provider for; some providers send groups only if asked for `groups`.',
    {
      default: 'openid profile',
      pattern: '^openid(?: +\\S+)*$',
      description: 'OpenID Connect scopes separated by spaces, of which openid is the first',
    },
  ),
  OIDC_SIGN_IN_CLAIM: text('Claim of the ID token that decides about the role of a person.', {
    default: 'roles',
    pattern: '^\\S+$',
    description: 'a claim name or a dotted path',
  }),
  OIDC_SIGN_IN_ROLES: text(
    'The roles viewer, editor and administrator by value of the claim; nobody else can sign in.',
    {
      default: 'viewer=viewer editor=editor administrator=administrator',
      pattern: '^(?:\\S+=(?:viewer|editor|administrator)(?: +|$))+$',
      description: 'values of the claim with their role, such as search-team=editor, separated by spaces',
    },
  ),
  ALLOWED_ORIGINS: text(
    'Origins allowed by CORS with any token, in addition to the origins of publishable tokens.',
    {
      pattern: '^(?:\\S+(?: +|$))*$',
      description: 'origins such as `https://example.org`, separated by spaces',
    },
  ),
  REQUESTS_PER_MINUTE_AND_TOKEN: integer('Rate limit per token, in requests per minute; 0 disables it.', {
    default: 6000,
  }),
  REQUESTS_PER_MINUTE_AND_ADDRESS: integer(
    'Rate limit per client address, in requests per minute; 0 disables it.',
    { default: 3000 },
  ),
  BACKENDS_FILE: text('Configuration file for search spaces on remote services and for embeddings.', {
    pattern: '^$|\\S',
    description: 'empty, or not blank',
  }),
  BACKEND_DEADLINE: integer(
    'Timeout for a call to a search backend, in milliseconds; then the server returns 504.',
    { default: 10_000, minimum: 10, maximum: 600_000 },
  ),
  CRAWL_PRIVATE_NETWORKS: choice(['on', 'off'], {
    default: 'off',
    title:
      'Whether crawls may reach loopback and private addresses. `off` keeps sources that users create away from the internal network.',
  }),
  INSIGHT_RETENTION_DAYS: integer('Days after which the statistics of searches are deleted.', {
    default: 90,
    minimum: 1,
    maximum: 3650,
  }),
  SHUTDOWN_DELAY: integer(
    'Delay of a graceful shutdown, in milliseconds: the server keeps serving requests while `/ready` returns 503, so that load balancers can remove it.',
    { default: 0, maximum: 600_000 },
  ),
  TRUSTED_PROXIES: integer('Number of trusted proxies in front of the server that set `X-Forwarded-For`.', {
    default: 0,
    maximum: 10,
  }),
  METRICS: choice(['off', 'loopback', 'open'], {
    default: 'loopback',
    title: 'Who may read `/metrics`: nobody, clients on the same machine (without a proxy), or everyone.',
  }),
  TRACING: choice(['off', 'on'], {
    default: 'off',
    title: 'OpenTelemetry spans for every request; requires the package `@opentelemetry/api` and an SDK.',
  }),
};
export type Variables = { [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name]['default'] };
export type SettingName = keyof Variables;
export type Environment = Record<string, string | undefined>;
export type LogLevel = Variables['LOG_LEVEL'];

/** Withdrawn variables that limited the valid tokens: a server that ignored them would accept more tokens than before. */
const WITHDRAWN: readonly string[] = ['TOKEN_ISSUER', 'TOKEN_AUDIENCE'];
const WITHDRAWAL =
  'no longer applies: remove it, and use secrets or keys that no other server has, because every valid signature is accepted';

/** Throws an error that lists all invalid variables and their allowed values. */
export function readVariables(environment: Environment): Variables {
  const values: Record<string, unknown> = defaultsFor(environment.HOST ?? 'localhost');
  for (const [name, defaultValue] of Object.entries(values)) {
    const value = environment[name];
    if (value === undefined) continue;
    values[name] = typeof defaultValue === 'number' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  }
  const names = Object.keys(VARIABLES) as SettingName[];
  const misfits = names.filter((name) => !fits(VARIABLES[name], values[name])).map(errorOf);
  const errors: FieldError[] = misfits.length > 0 ? misfits : semanticErrors(values as Variables);
  errors.push(...WITHDRAWN.filter((name) => environment[name]).map((key) => ({ key, message: WITHDRAWAL })));
  if (errors.length === 0) return values as Variables;
  const sentences = errors.map(({ key, message }) => `${key} ${message}`);
  throw new Error(`Invalid environment variables: ${sentences.join('; ')}`);
}

function fits({ enum: values, type, minimum, maximum, pattern = '' }: SchemaDescription, value: unknown) {
  if (values) return values.includes(value);
  if (type === 'string') return new RegExp(pattern, 'u').test(value as string);
  return typeof value === 'number' && value >= minimum! && value <= maximum!;
}

const errorOf = (key: SettingName) => ({ key, message: `must be ${describeSchema(VARIABLES[key])}` });

/** Checks that the schemas cannot express: usable URLs and host, existing directory, disjoint secrets. */
function semanticErrors(variables: Variables): FieldError[] {
  const { DEMO_DIR, DATABASE_URL } = variables;
  const isUrl = (word: string) => URL.canParse(word);
  const tests: [SettingName, isValid: (word: string) => boolean][] = [
    ['DATABASE_URL', isDecodableUrl],
    ['PUBLIC_URL', isUrl],
    ['OIDC_ISSUER', isUrl],
    ['OIDC_SIGN_IN_ISSUER', isUrl],
    ['ALLOWED_ORIGINS', (origin) => originOf(origin) !== null],
    ['HOST', (host) => !host.includes(':') || isIPv6(bareHost(host))],
  ];
  const faulty = tests.filter(([name, isValid]) => !splitWords(`${variables[name]}`).every(isValid));
  const errors: FieldError[] = faulty.map(([name]) => errorOf(name));
  if (DEMO_DIR !== '' && !statSync(DEMO_DIR, { throwIfNoEntry: false })?.isDirectory())
    errors.push({ key: 'DEMO_DIR', message: 'must be an existing directory' });
  const accessSecrets = splitWords(variables.ACCESS_TOKEN_SECRETS);
  const publishableSecrets = splitWords(variables.PUBLISHABLE_TOKEN_SECRETS);
  if (accessSecrets.some((secret) => publishableSecrets.includes(secret))) {
    const message = 'must not share a secret with ACCESS_TOKEN_SECRETS';
    errors.push({ key: 'PUBLISHABLE_TOKEN_SECRETS', message });
  }
  if (DATABASE_URL !== '' && (accessSecrets.length === 0 || publishableSecrets.length === 0)) {
    // Replicas must accept each other's tokens.
    const message = 'requires ACCESS_TOKEN_SECRETS and PUBLISHABLE_TOKEN_SECRETS, the same on all replicas';
    errors.push({ key: 'DATABASE_URL', message });
  }
  return errors;
}

/** Whether a URL is valid, including its percent-encoding, such as `%40` for `@` in a password. */
function isDecodableUrl(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

/** Rate limits are off (0) if the server listens on a loopback address. */
export function defaultsFor(host: string): Variables {
  const forms = Object.entries(VARIABLES).map(([name, form]) => [name, form.default]);
  const defaults = Object.fromEntries(forms) as Variables;
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
  const noLimits = { REQUESTS_PER_MINUTE_AND_TOKEN: 0, REQUESTS_PER_MINUTE_AND_ADDRESS: 0 };
  return { ...defaults, ...(isLoopback && noLimits) };
}

/** An IPv6 address has brackets in a URL, but not when listening on it. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

export const splitWords = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');
