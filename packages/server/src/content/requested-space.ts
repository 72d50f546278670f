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
  if (!content) throw unknownSpace(name);
  return content;
}

export const unknownSpace = (name: string) =>
  new ProblemError('not-found', `There is no search space "${name}".`);

type Capability = Exclude<keyof SpaceContent, 'documents'>;

const lacks: Record<Capability, (space: string) => string> = {
  runs: (space) => `The backend of the search space "${space}" does not support runs.`,
  originals: (space) => `The backend of the search space "${space}" does not store original documents.`,
  thesaurus: (space) =>
    `Another service manages the thesaurus of the search space "${space}"; replace it there.`,
  trainer: (space) => `The backend of the search space "${space}" does not support training.`,
  ranking: (space) =>
    `The ranking of the search space "${space}" is configured with its backend: in BACKENDS_FILE, or at its service.`,
};

/** Throws method-not-allowed if the backend lacks the capability: then the resource has only the `allowed` methods. */
export function supported<Name extends Capability>(
  content: SpaceContent,
  name: Name,
  ctx: Context,
  allowed = '',
): NonNullable<SpaceContent[Name]> {
  const capability = content[name];
  if (capability) return capability;
  ctx.req.resume();
  throw notAllowed(lacks[name](ctx.params.space), allowed);
}

export function notAllowed(message: string, allowed = ''): ProblemError {
  return new ProblemError('method-not-allowed', message, { headers: { Allow: allowed } });
}
