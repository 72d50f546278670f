/** The entries of the backends file: what each kind of backend takes, and what becomes of it with the environment. */
import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Credentials } from './graphsearch/credentials.ts';

type Environment = Record<string, string | undefined>;

/** A space that lives elsewhere, ready to be connected to. */
export type RemoteSpace = GraphsearchSpace | OpensearchSpace;

export type GraphsearchSpace = Omit<Static<typeof Graphsearch>, 'url' | 'credentials'> & {
  name: string;
  url: URL;
  credentials: Credentials;
};

export type OpensearchSpace = Omit<
  Static<typeof Opensearch>,
  'nodes' | 'credentials' | 'writingCredentials' | 'authority'
> & {
  name: string;
  nodes: URL[];
  credentials?: Person;
  writingCredentials?: Person;
  /** A file of certificates in PEM. */
  authority?: string;
};

interface Person {
  user: string;
  password: string;
}

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

/** How many calls at a time, and how many in line. */
const lane = {
  calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  waiting: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
};

const oauth = { tokenUrl: url, clientFrom: named('the client id'), secretFrom: named('the client secret') };
const scope = Type.Optional(name);
const person = { userFrom: named('the name of the user'), passwordFrom: named('the password') };
const Basic = Type.Object({ type: Type.Literal('basic'), ...person }, closed);
const ClientCredentials = Type.Object({ type: Type.Literal('client-credentials'), ...oauth, scope }, closed);
const Password = Type.Object({ type: Type.Literal('password'), ...oauth, ...person, scope }, closed);

export const credentialSchemas = {
  basic: Basic,
  'client-credentials': ClientCredentials,
  password: Password,
};

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
    ...lane,
  },
  closed,
);

const BasicOnly = Type.Object({ type: Type.Enum(['basic']) }, { additionalProperties: true });

const Opensearch = Type.Object(
  {
    backend: Type.Literal('opensearch'),
    nodes: Type.Array(url, { minItems: 1, maxItems: 100 }),
    index: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]{0,99}$',
      description: 'lower case letters, digits, dots, dashes and underscores',
    }),
    credentials: Type.Optional(BasicOnly),
    writingCredentials: Type.Optional(BasicOnly),
    authority: Type.Optional(name),
    shards: Type.Optional(Type.Integer({ minimum: 1, maximum: 1024 })),
    replicas: Type.Optional(
      Type.String({ pattern: '^\\d{1,2}(?:-(?:\\d{1,2}|all))?$', description: 'such as "1" or "0-1"' }),
    ),
    mostValues: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    ...lane,
  },
  closed,
);

const Embedded = Type.Object({ backend: Type.Literal('embedded') }, closed);

export const entrySchemas = { embedded: Embedded, graphsearch: Graphsearch, opensearch: Opensearch };

/** An entry as far as it was looked at: which kind it is. */
export const Kind = Type.Object(
  { backend: Type.Enum(['embedded', 'graphsearch', 'opensearch']) },
  { additionalProperties: true },
);

export type Entry = Static<typeof Kind>;

/** The entry was checked; no space for one that is embedded. */
export function remoteSpaces(
  space: string,
  entry: Entry,
  beside: string,
  environment: Environment,
): RemoteSpace[] {
  if (entry.backend === 'graphsearch') {
    return [graphsearchSpace(space, entry as Static<typeof Graphsearch>, beside, environment)];
  }
  if (entry.backend === 'opensearch') {
    return [opensearchSpace(space, entry as Static<typeof Opensearch>, beside, environment)];
  }
  return [];
}

function graphsearchSpace(
  space: string,
  entry: Static<typeof Graphsearch>,
  beside: string,
  environment: Environment,
): GraphsearchSpace {
  const { url: address, credentials, thesaurus, ...options } = entry;
  return {
    ...options,
    name: space,
    url: new URL(address),
    credentials: credentialsOf(credentials, environment),
    ...(thesaurus !== undefined && { thesaurus: resolve(beside, thesaurus) }),
  };
}

function opensearchSpace(
  space: string,
  entry: Static<typeof Opensearch>,
  beside: string,
  environment: Environment,
): OpensearchSpace {
  const { nodes, credentials, writingCredentials, authority, ...options } = entry;
  return {
    ...options,
    name: space,
    nodes: nodes.map((node) => new URL(node)),
    ...(credentials && { credentials: personOf(credentials, environment) }),
    ...(writingCredentials && { writingCredentials: personOf(writingCredentials, environment) }),
    ...(authority !== undefined && { authority: resolve(beside, authority) }),
  };
}

/** The members were checked against the schema of their type, the variables for being there. */
function credentialsOf(
  given: { type: keyof typeof credentialSchemas } | undefined,
  environment: Environment,
): Credentials {
  if (!given) return { type: 'none' };
  if (given.type === 'basic') return { type: 'basic', ...personOf(given, environment) };
  const value = (variable: string) => environment[variable] ?? '';
  const { tokenUrl, clientFrom, secretFrom, scope } = given as Static<typeof ClientCredentials>;
  const client = {
    tokenUrl: new URL(tokenUrl),
    client: value(clientFrom),
    secret: value(secretFrom),
    ...(scope !== undefined && { scope }),
  };
  return given.type === 'client-credentials'
    ? { type: 'client-credentials', ...client }
    : { type: 'password', ...client, ...personOf(given, environment) };
}

function personOf(given: object, environment: Environment): Person {
  const { userFrom, passwordFrom } = given as Static<typeof Basic>;
  return { user: environment[userFrom] ?? '', password: environment[passwordFrom] ?? '' };
}
