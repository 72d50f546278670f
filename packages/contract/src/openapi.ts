/** OpenAPI 3.1 generator: from the operations table and the validation schemas. */
import type { TObject, TSchema } from 'typebox';
import { MAX_INT32 } from './limits.ts';
import { type Operation, operations } from './operations.ts';
import { Problem, type ProblemCode, problems } from './problem.ts';

type Json = Record<string, unknown>;

/** Possible for every operation: malformed HTTP, unknown method, internal error. */
const everyOperation: ProblemCode[] = [
  'bad-request',
  'method-not-allowed',
  'headers-too-large',
  'internal-error',
];

/** 503 if the keys of the token issuer are unavailable or the disk is full. */
const everyProtectedOperation: ProblemCode[] = [
  ...everyOperation,
  'unauthorized',
  'forbidden',
  'not-acceptable',
  'too-many-requests',
  'service-unavailable',
];

const headerTexts = {
  'If-Match': 'Rejects with 412 if the ETag is stale.',
  'If-None-Match': 'Returns 304 if the ETag is current.',
  Prefer: '`handling=strict`: with an invalid setting, saves nothing and returns 422.',
} as const;

const pathSchemas = {
  configId: { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_INT32 },
  version: { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_INT32 },
  jti: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

const requestId = {
  description: 'The id of this request, as in the log.',
  schema: { type: 'string' },
};

/** Returns the OpenAPI 3.1 description for `serverUrl`; `version` is a semantic version. */
export function openApi(serverUrl: string, version: string): Json {
  const schemas = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const described = { [operation.method]: describeOperation(operation, schemas) };
    paths[operation.path] = { ...paths[operation.path], ...described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Semantic search',
      version,
      description: 'Search configurations, search with facets, similar documents and concepts.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: ['Search', 'Configurations', 'Spaces', 'Tokens', 'Service'].map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function describeOperation(operation: Operation, schemas: Map<string, Json>): Json {
  const description = [operation.description, scopeText(operation)].filter(Boolean);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description.length > 0 && { description: description.join('\n\n') }),
    ...(operation.scope === null && { security: [] }),
    parameters: describeParameters(operation),
    ...(operation.body && {
      requestBody: {
        required: operation.body.required,
        content: Object.fromEntries(
          [operation.body, operation.body.alternative ?? []]
            .flat()
            .flatMap(({ mediaTypes, schema, example }) => {
              return mediaTypes.map((mediaType) => [
                mediaType,
                { schema: reference(schema, schemas), example },
              ]);
            }),
        ),
      },
    }),
    responses: describeResponses(operation, schemas),
  };
}

function scopeText({ scope }: Operation): string | null {
  return scope === 'any' ? 'Every valid token permits it.' : scope && `Scope: \`${scope}\`.`;
}

function describeParameters(operation: Operation): Json[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name as keyof typeof pathSchemas] ?? { type: 'string', minLength: 1 },
  }));
  const inHeader = (operation.headers ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: headerTexts[name],
    schema: { type: 'string' },
  }));
  return [...inPath, ...describeQuery(operation.query), ...inHeader];
}

function describeQuery(query: TObject | undefined): Json[] {
  const required = new Set<string>((query?.required as string[] | undefined) ?? []);
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: plain(schema as TSchema),
  }));
}

function describeResponses(operation: Operation, schemas: Map<string, Json>): Json {
  const { response } = operation;
  const responses: Record<string, Json> = {
    200: {
      description: response.description,
      headers: {
        'X-Request-Id': requestId,
        ...(response.etag && { ETag: { description: 'A strong validator.', schema: { type: 'string' } } }),
      },
      content: {
        [response.mediaType ?? 'application/json']: {
          schema: reference(response.schema, schemas),
          example: response.example,
        },
      },
      ...(operation.links && { links: operation.links }),
    },
  };
  if (operation.headers?.includes('If-None-Match')) responses[304] = { description: 'Not modified.' };
  const always = alwaysPossible(operation);
  for (const code of [...always, ...operation.problems]) {
    responses[problems[code].status] = describeProblem(code, schemas);
  }
  if (response.notReady !== undefined) {
    const schema = reference(response.schema, schemas);
    const content = { 'application/json': { schema, example: response.notReady } };
    responses[503] = { description: 'A required component is not ready.', content };
  }
  return responses;
}

function alwaysPossible({ scope }: Operation): ProblemCode[] {
  if (scope === null) return everyOperation;
  return everyProtectedOperation.filter((code) => scope !== 'any' || code !== 'forbidden');
}

function describeProblem(code: ProblemCode, schemas: Map<string, Json>): Json {
  const { status, title } = problems[code];
  return {
    description: title,
    headers: { 'X-Request-Id': requestId },
    content: {
      'application/problem+json': {
        schema: reference(Problem, schemas),
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

/** References a schema with an `$id` as a component; inlines others. */
function reference(schema: TSchema, schemas: Map<string, Json>): Json {
  return plain(schema, (name, definition) => schemas.set(name, definition));
}

/** Converts a schema to JSON Schema 2020-12 with references to components. */
function plain(schema: unknown, onNamed: (name: string, definition: Json) => void = () => {}): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { $id: name, $ref: target, ...rest } = value as Json;
    if (typeof target === 'string') return { $ref: `#/components/schemas/${target}` };
    const copy = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, walk(part)]));
    if (typeof name !== 'string') return copy;
    // Titles depend on the context; JSON Schema 2020-12 allows them next to a reference.
    const { title, description, ...definition } = copy;
    onNamed(name, definition);
    const words = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    };
    return { $ref: `#/components/schemas/${name}`, ...words };
  };
  return walk(schema) as Json;
}
