/** The search space that a request names, with permission; problems of its content. */
import { isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { authorize } from '../auth/permission.ts';
import { ProblemError } from '../errors/problem.ts';

/** Throws forbidden first, then not-found for an invalid name. */
export function spaceName(ctx: Context): string {
  const name: string = ctx.params.space ?? '';
  authorize(ctx, { scope: 'spaces:write', space: name });
  if (isSpaceName(name)) return name;
  throw new ProblemError('not-found', `The name of a search space has ${SPACE_NAME_RULE}.`);
}

export async function contentOf(
  name: string,
  backend: WritableBackend,
  { create = false } = {},
): Promise<SpaceContent> {
  return requireContent(await backend.content(name, create), name);
}

export function requireContent(content: SpaceContent | undefined, name: string): SpaceContent {
  if (content) return content;
  throw new ProblemError('not-found', `There is no search space "${name}".`);
}

/** A capability that the backend of a space does not have is a method that the resource does not have. */
export function unsupportedOperation(message: string, allowed: string): ProblemError {
  return new ProblemError('method-not-allowed', message, { headers: { Allow: allowed } });
}

export function unknownDocument(uri: string): ProblemError {
  return new ProblemError('not-found', `The search space has no document ${uri.slice(0, 200)}.`);
}
