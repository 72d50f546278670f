/** Description of one API operation, as listed in the operations table. */
import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../problem.ts';
import type { Scope } from '../scopes.ts';

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
  links?: {
    [name: string]: { operationId: string; description: string; parameters: Record<string, string> };
  };
}

/** An operation of a list whose operations have the same tag. */
export type TaggedOperation = Omit<Operation, 'tag'>;

export const json = ['application/json'];
export const onConfiguration = '/api/configurations/{configId}';
export const bodyProblems: ProblemCode[] = ['bad-request', 'content-too-large', 'unsupported-media-type'];
