/** JSON Schema of BACKENDS_FILE, for the server, its reference and editors. */
import * as api from '@semantic-search/contract';
import Type, { type Static, type TSchema } from 'typebox';

/** Schema of the name of a variable; secrets are not in the file. */
const variableName = (what: string) =>
  Type.String({
    pattern: '^[A-Z][A-Z0-9_]{0,99}$',
    title: `Name of the environment variable with ${what}`,
    description: `the name of the environment variable with ${what}`,
  });
const url = (title: string) =>
  Type.String({
    format: 'uri',
    pattern: '^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
    title,
    description: 'an http: or https: URL without user, query and fragment',
  });
const text = (title: string) => Type.String({ minLength: 1, maxLength: 200, title });
/** An object without other members, so that a misspelled one is reported. */
const closed = { additionalProperties: false };
const optionalInteger = (minimum: number, maximum: number, title: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, title }));
const optionalList = (title: string) => Type.Optional(Type.Array(text('Name'), { title }));

/** Alternatives that the member `kind` tells apart. */
function oneOf<Schemas extends Record<string, TSchema>>(kind: string, schemas: Schemas, title: string) {
  return Type.Unsafe<Static<Schemas[keyof Schemas]>>({
    type: 'object',
    title,
    discriminator: { propertyName: kind },
    oneOf: Object.values(schemas),
  });
}

export const DEFAULT_CALLS = 16;
const calls = optionalInteger(
  1,
  1000,
  `Concurrent queries (${DEFAULT_CALLS}); four times as many wait, and further ones return 503 at once`,
);

const oauth = {
  tokenUrl: url('Token endpoint of the authorization server'),
  clientFrom: variableName('the client id'),
  secretFrom: variableName('the client secret'),
};
const scope = Type.Optional(text('Scope of the token'));
const account = {
  userFrom: variableName('the name of the user'),
  passwordFrom: variableName('the password'),
};
const Basic = Type.Object({ type: Type.Literal('basic'), ...account }, closed);
const ClientCredentials = Type.Object({ type: Type.Literal('client-credentials'), ...oauth, scope }, closed);

export const credentialSchemas = { basic: Basic, 'client-credentials': ClientCredentials };

const Graphsearch = Type.Object(
  {
    backend: Type.Literal('graphsearch', { title: 'A GraphSearch-style service' }),
    url: url('Base URL of the service, in front of `/GraphSearch/api`'),
    searchSpaceId: text('Id of the search space at the service'),
    version: Type.Optional(
      Type.String({
        pattern: '^\\d+(?:\\.\\d+)*$',
        title: 'Version of the API, if the path needs one',
        description: 'a version such as 7.1',
      }),
    ),
    credentials: Type.Optional(
      oneOf('type', credentialSchemas, 'Credentials of the server at the service (none)'),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' }), {
        minItems: 1,
        title: 'Languages of the content, the default first (those that the service reports)',
      }),
    ),
    similarities: optionalList('Names of the similarity plugins, the default first'),
    recommenders: optionalList('Names of the recommenders, the default first'),
    facets: Type.Optional(
      Type.Record(Type.String(), text('Facet field'), {
        title: 'Facet fields of the service by the URI of a concept scheme, collection or concept',
      }),
    ),
    window: Type.Optional(
      Type.Integer({
        minimum: 1,
        title: 'Maximum result offset of the service; requests beyond it return 400',
      }),
    ),
    calls,
  },
  closed,
);

const basicOnly = (title: string) => oneOf('type', { basic: Basic }, title);

const Opensearch = Type.Object(
  {
    backend: Type.Literal('opensearch', { title: 'An OpenSearch cluster' }),
    nodes: Type.Array(url('URL of a node'), {
      minItems: 1,
      maxItems: 100,
      title: 'URLs of nodes; calls go to them in turn, and to another one after a failure',
    }),
    index: Type.String({
      // Excludes the suffixes of index names, so that two spaces of a cluster never conflict.
      pattern: '^(?!.*-(?:(?:v|run)(?:-|$)|(?:words|thesaurus)$))[a-z0-9][a-z0-9._-]{0,99}$',
      title: 'Prefix of all names of indices',
      description:
        'lower case letters, digits, dots, dashes and underscores, without -v-, -run- and the endings -v, -run, -words and -thesaurus',
    }),
    credentials: Type.Optional(basicOnly('Account for searches, which needs read permission only')),
    writingCredentials: Type.Optional(basicOnly('Account for writing content (`credentials`)')),
    authority: Type.Optional(text('PEM file with the CA certificate of the nodes, relative to this file')),
    shards: optionalInteger(1, 1024, 'Shards of new indices'),
    replicas: Type.Optional(
      Type.String({
        pattern: '^\\d{1,2}(?:-(?:\\d{1,2}|all))?$',
        title: 'Replicas of new indices',
        description: 'such as "1" or "0-1"',
      }),
    ),
    // Weights of fields are missing here, because they apply when a document is indexed.
    ranking: Type.Optional(
      Type.Omit(api.RankingSettings, ['fields'], {
        ...closed,
        title: 'Ranking settings: `k1` and `b` of new indices, `threshold` of queries',
      }),
    ),
    calls,
  },
  closed,
);

/** Share of the similarity in the ranking. A weak model needs a lower share, which owners find by measuring. */
export const DEFAULT_EMBEDDINGS_WEIGHT = 0.5;

const prefix = (of: string) =>
  Type.Optional(
    Type.String({ maxLength: 1000, title: `Text in front of each ${of}, if the model expects it` }),
  );
const commonMembers = {
  dimensions: Type.Integer({ minimum: 1, maximum: api.MAX_DIMENSIONS, title: 'Numbers of an embedding' }),
  weight: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      title: `Weight of the embeddings in the ranking; words and concepts have the rest (${DEFAULT_EMBEDDINGS_WEIGHT})`,
    }),
  ),
  queryPrefix: prefix('query'),
  documentPrefix: prefix('document'),
};
const serviceUrl = url('Base URL of the service');
const model = text('Name of the model at the service');
const path = text('Directory of a model, relative to this file');
const serviceOptions = {
  keyFrom: Type.Optional(variableName('the API key')),
  timeout: optionalInteger(10, 600_000, 'Timeout of a call, in milliseconds'),
};

const FromService = Type.Object(
  {
    source: Type.Literal('service', { title: 'A service computes the embeddings' }),
    ...commonMembers,
    url: serviceUrl,
    model,
    ...serviceOptions,
  },
  closed,
);
const FromDirectory = Type.Object(
  { source: Type.Literal('directory', { title: 'The server runs a model' }), ...commonMembers, path },
  closed,
);
/** The embedder is for queries only; without one, requests contain the embedding of their input. */
const FromDocuments = Type.Object(
  {
    source: Type.Literal('documents', { title: 'Documents come with their embeddings' }),
    ...commonMembers,
    url: Type.Optional(serviceUrl),
    model: Type.Optional(model),
    ...serviceOptions,
    path: Type.Optional(path),
  },
  { ...closed, dependentRequired: { url: ['model'] } },
);

export const embeddingSchemas = { service: FromService, directory: FromDirectory, documents: FromDocuments };

const Embedded = Type.Object(
  {
    backend: Type.Literal('embedded', {
      title: 'The embedded engine, as for spaces that are not in the file',
    }),
    embeddings: Type.Optional(
      oneOf('source', embeddingSchemas, 'Embeddings of documents and queries (none)'),
    ),
  },
  closed,
);

export const entrySchemas = { embedded: Embedded, graphsearch: Graphsearch, opensearch: Opensearch };

/** The whole file. The server also checks files and environment variables. */
export const BackendsFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ title: 'For editors; the server ignores it' })),
    spaces: Type.Record(
      Type.String({ pattern: api.SPACE_NAME_PATTERN }),
      oneOf('backend', entrySchemas, 'Backend of a search space'),
      { ...closed, title: 'Search spaces by name', description: api.SPACE_NAME_RULE },
    ),
  },
  { ...closed, title: 'Backends of search spaces' },
);

export type EmbeddedEntry = Static<typeof Embedded>;
export type GraphsearchEntry = Static<typeof Graphsearch>;
export type OpensearchEntry = Static<typeof Opensearch>;
export type BasicCredentials = Static<typeof Basic>;
/** Members of all sources. */
export type EmbeddingsEntry = Omit<Static<typeof FromDocuments>, 'source'> & {
  source: keyof typeof embeddingSchemas;
};
