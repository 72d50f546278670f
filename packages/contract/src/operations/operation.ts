/** Description of one API operation, as listed in the operations table, and its common parts. */
import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../parts/problem.ts';
import type { Scope } from '../parts/scopes.ts';

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
  body?: { schema: TSchema; mediaTypes: string[]; example: unknown; isOptional?: true };
  response: {
    schema: TSchema;
    description: string;
    example: unknown;
    mediaType?: string;
    /** Another JSON media type that the client can request. */
    otherMediaType?: string;
    etag?: boolean;
    /** Example of a 503 response with the same schema. */
    notReady?: unknown;
  };
  /** Problems of this operation, in addition to the problems of every operation with a token. */
  problems: ProblemCode[];
}

type Details = Omit<Operation, 'id' | 'method' | 'path'>;
type OwnDetails = Partial<Details> & Pick<Details, 'summary' | 'description' | 'response'>;

/**
 * Makes operations that share the given details. The route is method and path, such as `GET /api/spaces`; `problems`
 * lists only problems that the other details do not imply.
 */
export const operationWith =
  (common: Pick<Details, 'tag' | 'scope'> & Partial<Details>) =>
  (id: string, route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, own: OwnDetails): Operation => {
    const [method = '', path = ''] = route.split(' ');
    const details = { ...common, ...own };
    const problems = [...impliedProblems(path, details), ...(details.problems ?? [])];
    return { ...details, id, method: method.toLowerCase() as Operation['method'], path, problems };
  };

function impliedProblems(path: string, { query, headers = [], body }: OwnDetails): ProblemCode[] {
  const isConditional = headers.includes('If-Match');
  const problems: ProblemCode[] = [];
  if (query || body || isConditional) problems.push('bad-request');
  if (path.includes('{')) problems.push('not-found');
  if (body) problems.push('content-too-large', 'unsupported-media-type');
  if (isConditional) problems.push('precondition-failed');
  if (headers.includes('Prefer')) problems.push('unprocessable-content');
  return problems;
}

export const jsonBody = (schema: TSchema, example: unknown) => ({ schema, mediaTypes: json, example });

export const returns = (
  schema: TSchema,
  description: string,
  example: unknown,
  details: Omit<Operation['response'], 'schema' | 'description' | 'example'> = {},
) => ({ schema, description, example, ...details });

export const json = ['application/json'];
export const onConfiguration = '/api/configurations/{configId}';
export const onSpace = '/api/spaces/{space}';
