/** Description of one API operation, as listed in the operations table. */
import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../parts/problem.ts';
import type { Scope } from '../parts/scopes.ts';

interface BodyContent {
  schema: TSchema;
  mediaTypes: string[];
  example: unknown;
}

export type RequestHeader = 'If-Match' | 'If-None-Match' | 'Prefer';

export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'delete';
  /** Path with `{parameters}` in OpenAPI syntax. */
  path: string;
  tag: 'Configurations' | 'Search' | 'Spaces' | 'Tokens' | 'Insight' | 'Service';
  summary: string;
  description: string;
  /** Null if the operation needs no token; `any` if every valid token permits it. */
  scope: Scope | 'any' | null;
  /** Whether some configurations need no token. */
  isTokenOptional?: true;
  query?: TObject;
  headers?: RequestHeader[];
  body?: BodyContent & {
    isOptional?: true;
    /** Content of another schema, in other media types. */
    alternative?: BodyContent;
  };
  response: {
    schema: TSchema;
    description: string;
    example: unknown;
    mediaType?: string;
    /** Another type of JSON that the client can choose. */
    otherMediaType?: string;
    etag?: boolean;
    /** Example of a 503 response with the same schema. */
    notReady?: unknown;
  };
  /** Problems in addition to those of every operation with a token. */
  problems: ProblemCode[];
  links?: Record<string, ReturnType<typeof link>>;
}

/** An operation of a list whose operations have the same tag. */
export type TaggedOperation = Omit<Operation, 'tag'>;

type Details = Omit<TaggedOperation, 'id' | 'method' | 'path'>;
type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** `route` is the method and the path, such as `GET /api/spaces`. `problems` are those that nothing else implies. */
export function operation(
  id: string,
  route: Route,
  { problems = [], ...details }: Omit<Details, 'problems'> & Partial<Pick<Details, 'problems'>>,
): TaggedOperation {
  const [method = '', path = ''] = route.split(' ');
  const all = [...impliedProblems(path, details), ...problems];
  return { id, method: method.toLowerCase() as Operation['method'], path, problems: all, ...details };
}

/** `operation` for a list whose operations have most details in common. */
export const operationWith =
  (common: Partial<Details>) =>
  (
    id: string,
    route: Route,
    details: Partial<Details> & Pick<Details, 'summary' | 'description' | 'response'>,
  ) =>
    operation(id, route, { scope: null, ...common, ...details });

function impliedProblems(
  path: string,
  { query, headers = [], body }: Pick<Operation, 'query' | 'headers' | 'body'>,
): ProblemCode[] {
  const isConditional = headers.includes('If-Match');
  const implied: [isPossible: boolean, ...codes: ProblemCode[]][] = [
    [Boolean(query || body || isConditional), 'bad-request'],
    [path.includes('{'), 'not-found'],
    [Boolean(body), 'content-too-large', 'unsupported-media-type'],
    [isConditional, 'precondition-failed'],
    [headers.includes('Prefer'), 'unprocessable-content'],
  ];
  return implied.flatMap(([isPossible, ...codes]) => (isPossible ? codes : []));
}

export const jsonBody = (schema: TSchema, example: unknown) => ({ schema, mediaTypes: json, example });

export const returns = (
  schema: TSchema,
  description: string,
  example: unknown,
  details: Omit<Operation['response'], 'schema' | 'description' | 'example'> = {},
) => ({ schema, description, example, ...details });

/** Another operation, with parameters from the response. */
export const link = (operationId: string, description: string, parameters: Record<string, string>) => ({
  operationId,
  description,
  parameters,
});

export const json = ['application/json'];
export const onConfiguration = '/api/configurations/{configId}';
