/**
 * The file that says which search spaces live elsewhere (BACKENDS_FILE, see docs/backends.md), checked as a whole before
 * anything is opened. It holds no secrets: it names the environment variables that do.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { MemberError } from '@semantic-search/contract';
import { rdfMediaType } from '@semantic-search/engine';
import Type, { type Static } from 'typebox';
import { faults } from '../validation.ts';
import type { Credentials } from './graphsearch/credentials.ts';

const named = (what: string) =>
  Type.String({
    pattern: '^[A-Z][A-Z0-9_]{0,99}$',
    description: `the name of the environment variable with ${what}`,
  });
const url = Type.String({
  pattern: '^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
  description: 'an http: or https: URL without user, query and fragment',
});
const name = Type.String({ minLength: 1, maxLength: 200 });
const closed = { additionalProperties: false };

const oauth = { tokenUrl: url, clientFrom: named('the client id'), secretFrom: named('the client secret') };
const scope = Type.Optional(name);
const person = { userFrom: named('the name of the user'), passwordFrom: named('the password') };
const Basic = Type.Object({ type: Type.Literal('basic'), ...person }, closed);
const ClientCredentials = Type.Object({ type: Type.Literal('client-credentials'), ...oauth, scope }, closed);
const Password = Type.Object({ type: Type.Literal('password'), ...oauth, ...person, scope }, closed);
const credentialSchemas = { basic: Basic, 'client-credentials': ClientCredentials, password: Password };

const Graphsearch = Type.Object(
  {
    backend: Type.Literal('graphsearch'),
    url,
    searchSpaceId: name,
    version: Type.Optional(
      Type.String({ pattern: '^\\d+(?:\\.\\d+)*$', description: 'a version such as 7.1' }),
    ),
    credentials: Type.Optional(
      Type.Object(
        { type: Type.Enum(['basic', 'client-credentials', 'password']) },
        { additionalProperties: true },
      ),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' }), { minItems: 1 }),
    ),
    similarities: Type.Optional(Type.Array(name)),
    recommenders: Type.Optional(Type.Array(name)),
    facets: Type.Optional(Type.Record(Type.String(), name)),
    thesaurus: Type.Optional(name),
    window: Type.Optional(Type.Integer({ minimum: 1 })),
    wordByWord: Type.Optional(Type.Boolean()),
    calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    waiting: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  closed,
);

const Kind = Type.Object({ backend: Type.Enum(['embedded', 'graphsearch']) }, { additionalProperties: true });
const Embedded = Type.Object({ backend: Type.Literal('embedded') }, closed);
const File = Type.Object({ spaces: Type.Record(Type.String(), Kind) }, closed);

/** A space that lives elsewhere, ready to be connected to. */
export type RemoteSpace = Omit<Static<typeof Graphsearch>, 'backend' | 'url' | 'credentials'> & {
  name: string;
  url: URL;
  credentials: Credentials;
};

type Environment = Record<string, string | undefined>;

/** Throws with everything that is wrong, by its place in the file; never with a value, which may be a secret. */
export function readBackendsFile(file: string, environment: Environment): RemoteSpace[] {
  const { spaces } = checked(file, File, parsed(file)) as Static<typeof File>;
  const beside = dirname(file);
  const entries = Object.entries(spaces);
  refuse(
    file,
    entries.flatMap(([space, entry]) => entryFaults(space, entry, beside, environment)),
  );
  return entries.flatMap(([space, entry]) =>
    entry.backend === 'graphsearch'
      ? [remoteSpace(space, entry as Static<typeof Graphsearch>, beside, environment)]
      : [],
  );
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    // The words of a syntax error quote the file.
    if (cause instanceof SyntaxError) throw new Error(`BACKENDS_FILE ${file} is not valid JSON`);
    throw new Error(`BACKENDS_FILE ${file} cannot be read`, { cause });
  }
}

function checked(file: string, schema: Parameters<typeof faults>[0], value: unknown): unknown {
  refuse(file, faults(schema, value));
  return value;
}

function refuse(file: string, wrong: MemberError[]): void {
  if (wrong.length === 0) return;
  const sentences = wrong.map(({ key, message }) => `${key || 'the whole'} ${message}`);
  throw new Error(`BACKENDS_FILE ${file}: ${sentences.join('; ')}`);
}

function entryFaults(
  space: string,
  entry: Static<typeof Kind>,
  beside: string,
  environment: Environment,
): MemberError[] {
  const key = `spaces.${space}`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(space)) {
    return [{ key, message: 'must have a name of 1 to 100 letters, digits, dots, dashes or underscores' }];
  }
  const wrong = below(key, faults(entry.backend === 'embedded' ? Embedded : Graphsearch, entry));
  if (wrong.length > 0 || entry.backend === 'embedded') return wrong;
  const { credentials, thesaurus } = entry as Static<typeof Graphsearch>;
  return [
    ...(thesaurus === undefined
      ? []
      : below(`${key}.thesaurus`, thesaurusFaults(resolve(beside, thesaurus)))),
    ...(credentials === undefined ? [] : credentialFaults(`${key}.credentials`, credentials, environment)),
  ];
}

function thesaurusFaults(file: string): MemberError[] {
  if (!rdfMediaType(file)) return [{ key: '', message: 'must be a .ttl, .rdf, .nt or .jsonld file' }];
  return existsSync(file) ? [] : [{ key: '', message: 'names a file that is not there' }];
}

function credentialFaults(
  key: string,
  credentials: { type: keyof typeof credentialSchemas },
  environment: Environment,
): MemberError[] {
  const misshapen = below(key, faults(credentialSchemas[credentials.type], credentials));
  return misshapen.length > 0 ? misshapen : missingVariables(key, credentials, environment);
}

function missingVariables(key: string, credentials: object, environment: Environment): MemberError[] {
  return Object.entries(credentials).flatMap(([member, variable]) =>
    member.endsWith('From') && !environment[variable]
      ? [{ key: `${key}.${member}`, message: `names ${variable}, which is not set in the environment` }]
      : [],
  );
}

function below(prefix: string, wrong: MemberError[]): MemberError[] {
  return wrong.map(({ key, message }) => ({ key: key === '' ? prefix : `${prefix}.${key}`, message }));
}

function remoteSpace(
  space: string,
  entry: Static<typeof Graphsearch>,
  beside: string,
  environment: Environment,
): RemoteSpace {
  const { backend: _, url: address, credentials, thesaurus, ...options } = entry;
  return {
    ...options,
    name: space,
    url: new URL(address),
    credentials: credentialsOf(credentials, environment),
    ...(thesaurus !== undefined && { thesaurus: resolve(beside, thesaurus) }),
  };
}

/** The members were checked against the schema of their type, the variables for being there. */
function credentialsOf(
  given: { type: keyof typeof credentialSchemas } | undefined,
  environment: Environment,
): Credentials {
  if (!given) return { type: 'none' };
  const value = (variable: string) => environment[variable] ?? '';
  const user = ({ userFrom, passwordFrom }: { userFrom: string; passwordFrom: string }) => ({
    user: value(userFrom),
    password: value(passwordFrom),
  });
  if (given.type === 'basic') return { type: 'basic', ...user(given as Static<typeof Basic>) };
  const { tokenUrl, clientFrom, secretFrom, scope } = given as Static<typeof ClientCredentials>;
  const client = {
    tokenUrl: new URL(tokenUrl),
    client: value(clientFrom),
    secret: value(secretFrom),
    ...(scope !== undefined && { scope }),
  };
  return given.type === 'client-credentials'
    ? { type: 'client-credentials', ...client }
    : { type: 'password', ...client, ...user(given as Static<typeof Password>) };
}
