/** OpenAPI 3.1 generator: from the operations table and the validation schemas. */
import type { TSchema } from 'typebox';
import { documentLimits } from './messages/documents.ts';
import { SESSION_COOKIE } from './messages/sessions.ts';
import { bodySchema, convertSchema, type Json, responseSchema } from './openapi-schemas.ts';
import type { RequestHeader } from './operations/operation.ts';
import { type Operation, operations } from './operations.ts';
import { MAX_INT32 } from './parts/limits.ts';
import { ENTITY_TAGS_PATTERN, SPACE_NAME_PATTERN, SPACE_NAME_RULE } from './parts/names.ts';
import { Problem, type ProblemCode, problems } from './parts/problem.ts';
import { scopeDescriptions, scopes } from './parts/scopes.ts';

/** Problems of every operation: malformed HTTP, unknown method, internal error. */
const problemsOfEveryOperation: ProblemCode[] = [
  'bad-request',
  'method-not-allowed',
  'headers-too-large',
  'internal-error',
];

/** Every operation with a token has these problems. 503: the keys of the token issuer are unavailable, or the disk is full. */
const problemsOfProtectedOperations: ProblemCode[] = [
  ...problemsOfEveryOperation,
  'unauthorized',
  'forbidden',
  'not-acceptable',
  'too-many-requests',
  'service-unavailable',
];

const described = (description: string, schema: Json) => ({ description, schema });

const requestHeaders: Record<RequestHeader, ReturnType<typeof described>> = {
  'If-Match': described(
    'The `ETag` of the version that you changed, or `*`. Another version returns 412; a malformed value returns 400.',
    {
      anyOf: [
        { type: 'string', const: '*' },
        { type: 'string', pattern: ENTITY_TAGS_PATTERN, examples: ['"7cM1dKpq2oTmcNbzxU1jJ0wqSPE"'] },
      ],
    },
  ),
  'If-None-Match': described('The `ETag` of your version; returns 304 if it is current.', {
    type: 'string',
  }),
  Prefer: described('`handling=strict`: with an invalid setting, saves nothing and returns 422 (RFC 7240).', {
    type: 'string',
    examples: ['handling=strict'],
  }),
};

const positiveInt32 = { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_INT32 };
const documentUri = { type: 'string', minLength: 1, maxLength: documentLimits.idLength };
const spaceName = { type: 'string', pattern: SPACE_NAME_PATTERN };

const pathParameters: Record<string, ReturnType<typeof described>> = {
  configId: described('ID of the configuration.', positiveInt32),
  version: described('`version` of an entry of the change history.', positiveInt32),
  jti: described('ID of the token (the claim `jti`).', { type: 'string', pattern: '^[!-~]{1,200}$' }),
  space: described(`Name of the search space: ${SPACE_NAME_RULE}.`, spaceName),
  uri: described('URI of the document, URL-encoded.', documentUri),
  concept: described('URI of the concept, URL-encoded.', documentUri),
  source: described('ID of the source.', { type: 'string', pattern: '^[0-9a-f]{8}$' }),
  run: described('ID of the run, from `startRun`.', { type: 'string', minLength: 1 }),
  name: described(`Name of a part of the thesaurus, such as \`synonyms\`: ${SPACE_NAME_RULE}.`, spaceName),
};

const header = (description: string) => ({ ...described(description, { type: 'string' }), required: true });
const requestId = header(
  'The ID of this request, as in the log: from the request, if it is well-formed, or generated.',
);
const etag = header('A strong validator of the representation, for `If-Match` and `If-None-Match`.');
const seconds = { type: 'integer', minimum: 0 };
const rateLimit = {
  'RateLimit-Policy': header('Requests per window, such as `600;w=60` for 600 in 60 seconds.'),
  RateLimit: header(
    'The rest of the window: `limit=600, remaining=599, reset=12`, with `reset` in seconds. Only if the server has a rate limit.',
  ),
};
const optionalRateLimit = Object.fromEntries(
  Object.entries(rateLimit).map(([name, description]) => [name, { ...description, required: false }]),
);

/** Headers of error responses, in addition to X-Request-Id. */
const problemHeaders: Partial<Record<ProblemCode, Json>> = {
  unauthorized: {
    'WWW-Authenticate': header('`Bearer`, with an `error` as in RFC 6750 unless the request has no token.'),
  },
  forbidden: {
    'WWW-Authenticate': header('`Bearer error="insufficient_scope"` with the required `scope`.'),
  },
  'method-not-allowed': { Allow: header('The allowed methods.') },
  'too-many-requests': {
    'Retry-After': { ...described('Seconds to wait before a retry.', seconds), required: true },
    ...rateLimit,
  },
  'service-unavailable': {
    'Retry-After': described('Seconds to wait before a retry; absent if an operator has to act.', seconds),
  },
};

const tags: Record<Operation['tag'], string> = {
  Search: 'Search with a configuration: results, facets, suggestions, similar documents and concepts.',
  Configurations: 'The stored settings of search applications, and their history.',
  Spaces: 'Search spaces: documents and a thesaurus that are searched together.',
  Tokens: 'Tokens for public pages and for programs.',
  Insight: 'What visitors search, without data about the visitors.',
  Service: 'Health, readiness, version and status of the server. Only the status needs a token.',
};

const authentication = [
  'A JSON Web Token, sent as `Authorization: Bearer <token>`. The required scope of each operation is listed in its `security`.',
  scopes.map((scope) => `- \`${scope}\`: ${scopeDescriptions[scope]}`).join('\n'),
  'A publishable token permits the search operations with its configurations, and reading these configurations.',
  'An access token with the claim `spaces` permits only these search spaces.',
].join('\n\n');

/** Returns the OpenAPI 3.1 description for `serverUrl`; `version` is a semantic version. */
export function openApi(serverUrl: string, version: string): Json {
  const schemas = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method]: describeOperation(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Semantic search',
      version,
      description:
        'Search configurations, search with facets, similar documents and concepts. Errors are `application/problem+json` (RFC 9457). Reads, searches, `PUT` and `DELETE` are idempotent. A JSON body has at most 32 levels and 10000 members and elements. For agents, `POST /mcp` offers searching and reading as tools of the Model Context Protocol, with the same tokens, origins and limits.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: authentication,
          'x-scopes': scopeDescriptions,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'The session of a person in a page of this server; its scopes are those of a role.',
        },
      },
    },
  };
}

function describeOperation(operation: Operation, schemas: Map<string, Json>): Json {
  const { scope, isTokenOptional, body } = operation;
  const required = [{ bearer: scope === 'any' ? [] : [scope] }, { session: [] }];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, scopeText(operation)].filter(Boolean).join('\n\n'),
    // OpenAPI 3.1 allows role names for security schemes of the type `http`.
    security: scope === null ? [] : [...required, ...(isTokenOptional ? [{}] : [])],
    parameters: describeParameters(operation),
    ...(body && { requestBody: { required: !body.isOptional, content: describeBody(body, schemas) } }),
    responses: describeResponses(operation, schemas),
  };
}

/** Null for an operation without a token. */
function scopeText({ scope }: Operation): string | null {
  if (scope === 'any') return 'Every valid token permits it.';
  return scope === null ? null : `Scope: \`${scope}\`.`;
}

function describeParameters({ path, query, headers = [] }: Operation): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const required: readonly string[] = query?.required ?? [];
  const queryProperties: [string, TSchema][] = Object.entries(query?.properties ?? {});
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, ...pathParameters[name] })),
    ...queryProperties.map(([name, property]) => {
      const { description, ...schema } = convertSchema(property);
      return { name, in: 'query', required: required.includes(name), description, schema };
    }),
    ...headers.map((name) => ({ name, in: 'header', required: false, ...requestHeaders[name] })),
  ];
}

function describeBody(
  { schema, mediaTypes, example }: NonNullable<Operation['body']>,
  schemas: Map<string, Json>,
): Json {
  const content = { schema: bodySchema(schema, schemas), example };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]));
}

function describeResponses(operation: Operation, schemas: Map<string, Json>): Json {
  const { response, scope, headers, problems: codes } = operation;
  const { mediaType = 'application/json', otherMediaType, example, notReady } = response;
  const isConditional = headers?.includes('If-None-Match');
  const schema = responseSchema(response.schema, schemas);
  const identifying = { 'X-Request-Id': requestId };
  const responses: Record<string, Json> = {
    200: {
      description: response.description,
      headers: {
        ...identifying,
        ...((response.etag || isConditional) && { ETag: etag }),
        ...(scope !== null && optionalRateLimit),
      },
      content: {
        [mediaType]: { schema, example },
        ...(otherMediaType && { [otherMediaType]: { schema: { type: 'object' }, example: {} } }),
      },
    },
  };
  if (isConditional) {
    const description = 'Not modified: your version is current.';
    responses[304] = { description, headers: { ...identifying, ETag: etag } };
  }
  for (const code of [...generalProblems(operation), ...codes])
    responses[problems[code].status] = describeProblem(code, schemas);
  if (notReady !== undefined) {
    const content = { 'application/json': { schema, example: notReady } };
    responses[503] = { description: 'A required component is not ready.', headers: identifying, content };
  }
  return responses;
}

/** Problems that the table does not list for each operation. */
function generalProblems({ scope }: Operation): ProblemCode[] {
  if (scope === null) return problemsOfEveryOperation;
  // A scope that every token has cannot be missing.
  return problemsOfProtectedOperations.filter((code) => scope !== 'any' || code !== 'forbidden');
}

function describeProblem(code: ProblemCode, schemas: Map<string, Json>): Json {
  const { status, title } = problems[code];
  return {
    description: `${title}. Problem code: \`${code}\`.`,
    headers: { 'X-Request-Id': requestId, ...problemHeaders[code] },
    content: {
      'application/problem+json': {
        schema: {
          ...responseSchema(Problem, schemas),
          type: 'object',
          properties: { type: { const: `/problems/${code}`, description: 'The problem.' } },
        },
        example: {
          type: `/problems/${code}`,
          title,
          status,
          detail: `${title}.`,
          instance: '7f2b0c7e-5f0e-4a53-9a5e-2d3f9f0c1b11',
        },
      },
    },
  };
}
