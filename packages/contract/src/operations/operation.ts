/** What one operation of the service is: the form in which the table of operations has it. */
import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from '../problem.ts';

/** What a token must permit (contract, authentication and permission). */
export const scopes = [
  'search',
  'configurations:read',
  'configurations:write',
  'spaces:write',
  'tokens:write',
] as const;
export type Scope = (typeof scopes)[number];

export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'delete';
  /** With `{names}` as OpenAPI writes them. */
  path: string;
  tag: 'Configurations' | 'Search' | 'Spaces' | 'Tokens' | 'Service';
  summary: string;
  description?: string;
  /** Null where no token is needed. */
  scope: Scope | null;
  query?: TObject;
  headers?: ('If-Match' | 'If-None-Match' | 'Prefer')[];
  body?: { schema: TSchema; required: boolean; mediaTypes: string[]; example: unknown };
  answer: {
    schema: TSchema;
    description: string;
    example: unknown;
    mediaType?: string;
    etag?: boolean;
    /** The example of a 503 answer of the same schema. */
    notReady?: unknown;
  };
  /** Problems beyond those that every operation with a token can give. */
  problems: ProblemCode[];
  links?: {
    [name: string]: { operationId: string; description: string; parameters: Record<string, string> };
  };
}

export const json = ['application/json'];
export const onConfiguration = '/api/configurations/{configId}';
export const bodyProblems: ProblemCode[] = ['bad-request', 'content-too-large', 'unsupported-media-type'];
