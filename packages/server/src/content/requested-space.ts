/** Content of the search space in the path of a request, and problems of what its backend lacks. */
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** Throws not-found if the space does not exist and is not created. */
export async function contentOf(
  ctx: Context,
  backend: WritableBackend,
  { create = false } = {},
): Promise<SpaceContent> {
  return requireContent(await backend.content(ctx.params.space, create), ctx.params.space);
}

export function requireContent(content: SpaceContent | undefined, name: string): SpaceContent {
  if (content) return content;
  throw new ProblemError('not-found', `There is no search space "${name}".`);
}

/** Throws method-not-allowed if the backend lacks the capability: then the resource has only the `allowed` methods. */
export function supported<Capability>(
  capability: Capability | null | undefined,
  message: string,
  allowed = '',
): Capability {
  if (capability) return capability;
  throw new ProblemError('method-not-allowed', message, { headers: { Allow: allowed } });
}
