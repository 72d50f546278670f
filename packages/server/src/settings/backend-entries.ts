/** Entries of BACKENDS_FILE: schema per backend type, resolution of environment variables. */
import { resolve } from 'node:path';
import type { Credentials } from '@semantic-search/graphsearch';
import Type, { type Static } from 'typebox';
import { OpensearchRanking } from './ranking-settings.ts';

type Environment = Record<string, string | undefined>;

/** Resolved configuration of a remote space. */
export type RemoteSpace = GraphsearchSpace | OpensearchSpace;

export type GraphsearchSpace = Omit<Static<typeof Graphsearch>, 'url' | 'credentials'> & {
  name: string;
  url: URL;
  credentials: Credentials;
};

export type OpensearchSpace = Omit<
  Static<typeof Opensearch>,
  'nodes' | 'credentials' | 'writingCredentials' | 'authority' | 'mostValues'
> & {
  name: string;
  nodes: URL[];
  maxFacetValues?: number;
  credentials?: BasicAuth;
  writingCredentials?: BasicAuth;
  /** Path of a PEM file with CA certificates. */
  certificateAuthority?: string;
};

interface BasicAuth {
  user: string;
  password: string;
}

export const variableName = (what: string) =>
  Type.String({
    pattern: '^[A-Z][A-Z0-9_]{0,99}$',
    title: `Name of the environment variable with ${what}`,
    description: `the name of the environment variable with ${what}`,
  });
export const url = (title: string) =>
  Type.String({
    pattern: '^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
    title,
    description: 'an http: or https: URL without user, query and fragment',
  });
export const name = (title: string) => Type.String({ minLength: 1, maxLength: 200, title });
export const closed = { additionalProperties: false };

/** The default of the adapter. */
const DEFAULT_MAX_FACET_VALUES = 500_000;

export const DEFAULT_CALL_LIMITS = { maxConcurrent: 16, maxQueued: 64 };

/** Bulkhead: maximum number of concurrent and of queued queries. */
const bulkheadLimits = {
  calls: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      title: `Concurrent queries (${DEFAULT_CALL_LIMITS.maxConcurrent})`,
    }),
  ),
  waiting: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      title: `Queued queries (${DEFAULT_CALL_LIMITS.maxQueued}); further ones return 503 at once`,
    }),
  ),
};

const oauth = {
  tokenUrl: url('Token endpoint of the authorization server'),
  clientFrom: variableName('the client id'),
  secretFrom: variableName('the client secret'),
};
const scope = Type.Optional(name('Scope of the token'));
const person = { userFrom: variableName('the name of the user'), passwordFrom: variableName('the password') };
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
    backend: Type.Literal('graphsearch', { title: 'A GraphSearch-style service' }),
    url: url('Base URL of the service, in front of `/GraphSearch/api`'),
    searchSpaceId: name('Id of the search space at the service'),
    version: Type.Optional(
      Type.String({
        pattern: '^\\d+(?:\\.\\d+)*$',
        title: 'Version of the API, if the path needs one',
        description: 'a version such as 7.1',
      }),
    ),
    credentials: Type.Optional(
      Type.Object(
        { type: Type.Enum(['basic', 'client-credentials', 'password']) },
        { additionalProperties: true, title: 'Credentials of the server at the service (none)' },
      ),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' }), {
        minItems: 1,
        title: 'Languages of the content, the default first (those that the service reports)',
      }),
    ),
    similarities: Type.Optional(
      Type.Array(name('Name'), { title: 'Names of the similarity plugins, the default first' }),
    ),
    recommenders: Type.Optional(
      Type.Array(name('Name'), { title: 'Names of the recommenders, the default first' }),
    ),
    facets: Type.Optional(
      Type.Record(Type.String(), name('Facet field'), {
        title: 'Facet fields of the service by the URI of a concept scheme, collection or concept',
      }),
    ),
    thesaurus: Type.Optional(
      name('SKOS file with the definitions of the concepts, relative to this file; read at startup'),
    ),
    window: Type.Optional(
      Type.Integer({
        minimum: 1,
        title: 'Maximum result offset of the service; requests beyond it return 400',
      }),
    ),
    wordByWord: Type.Optional(
      Type.Boolean({ title: 'Sends one filter per word, which versions before 7 require (false)' }),
    ),
    ...bulkheadLimits,
  },
  closed,
);

const basicOnly = (title: string) =>
  Type.Object({ type: Type.Enum(['basic']) }, { additionalProperties: true, title });

const Opensearch = Type.Object(
  {
    backend: Type.Literal('opensearch', { title: 'An OpenSearch cluster' }),
    nodes: Type.Array(url('URL of a node'), {
      minItems: 1,
      maxItems: 100,
      title: 'URLs of nodes; calls go to them in turn, and to another one after a failure',
    }),
    index: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]{0,99}$',
      title: 'Prefix of all names of indices',
      description: 'lower case letters, digits, dots, dashes and underscores',
    }),
    credentials: Type.Optional(basicOnly('Account for searches, which needs read permission only')),
    writingCredentials: Type.Optional(basicOnly('Account for writing content (`credentials`)')),
    authority: Type.Optional(name('PEM file with the CA certificate of the nodes, relative to this file')),
    shards: Type.Optional(Type.Integer({ minimum: 1, maximum: 1024, title: 'Shards of new indices' })),
    replicas: Type.Optional(
      Type.String({
        pattern: '^\\d{1,2}(?:-(?:\\d{1,2}|all))?$',
        title: 'Replicas of new indices',
        description: 'such as "1" or "0-1"',
      }),
    ),
    mostValues: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        title: `Values of one facet that the server counts one by one (${DEFAULT_MAX_FACET_VALUES}); beyond, 400`,
      }),
    ),
    ranking: Type.Optional(OpensearchRanking),
    ...bulkheadLimits,
  },
  closed,
);

/** Embeddings of which only the source has been validated. */
const EmbeddingsKind = Type.Object(
  { source: Type.Enum(['documents', 'service', 'directory']) },
  { additionalProperties: true, title: 'Embeddings of documents and queries (none)' },
);
export type EmbeddingsKind = Static<typeof EmbeddingsKind>;

const Embedded = Type.Object(
  {
    backend: Type.Literal('embedded', {
      title: 'The embedded engine, as for spaces that are not in the file',
    }),
    embeddings: Type.Optional(EmbeddingsKind),
  },
  closed,
);
export type Embedded = Static<typeof Embedded>;

export const entrySchemas = { embedded: Embedded, graphsearch: Graphsearch, opensearch: Opensearch };

/** Entry of which only the backend type has been validated. */
export const EntryKind = Type.Object(
  { backend: Type.Enum(['embedded', 'graphsearch', 'opensearch']) },
  { additionalProperties: true },
);

export type Entry = Static<typeof EntryKind>;

/** Resolves a validated entry. Returns an empty array for an embedded space. */
export function remoteSpaces(
  space: string,
  entry: Entry,
  directory: string,
  environment: Environment,
): RemoteSpace[] {
  if (entry.backend === 'graphsearch') {
    return [graphsearchSpace(space, entry as Static<typeof Graphsearch>, directory, environment)];
  }
  if (entry.backend === 'opensearch') {
    return [opensearchSpace(space, entry as Static<typeof Opensearch>, directory, environment)];
  }
  return [];
}

function graphsearchSpace(
  space: string,
  entry: Static<typeof Graphsearch>,
  directory: string,
  environment: Environment,
): GraphsearchSpace {
  const { url: address, credentials, thesaurus, ...options } = entry;
  return {
    ...options,
    name: space,
    url: new URL(address),
    credentials: credentialsOf(credentials, environment),
    ...(thesaurus !== undefined && { thesaurus: resolve(directory, thesaurus) }),
  };
}

function opensearchSpace(
  space: string,
  entry: Static<typeof Opensearch>,
  directory: string,
  environment: Environment,
): OpensearchSpace {
  const { nodes, credentials, writingCredentials, authority, mostValues, ...options } = entry;
  return {
    ...options,
    ...(mostValues !== undefined && { maxFacetValues: mostValues }),
    name: space,
    nodes: nodes.map((node) => new URL(node)),
    ...(credentials && { credentials: basicAuthOf(credentials, environment) }),
    ...(writingCredentials && { writingCredentials: basicAuthOf(writingCredentials, environment) }),
    ...(authority !== undefined && { certificateAuthority: resolve(directory, authority) }),
  };
}

/** Expects validated members and existing environment variables. */
function credentialsOf(
  given: { type: keyof typeof credentialSchemas } | undefined,
  environment: Environment,
): Credentials {
  if (!given) return { type: 'none' };
  if (given.type === 'basic') return { type: 'basic', ...basicAuthOf(given, environment) };
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
    : { type: 'password', ...client, ...basicAuthOf(given, environment) };
}

function basicAuthOf(given: object, environment: Environment): BasicAuth {
  const { userFrom, passwordFrom } = given as Static<typeof Basic>;
  return { user: environment[userFrom] ?? '', password: environment[passwordFrom] ?? '' };
}
