/** Content of the search space in the path of a request, and problems of missing capabilities. */
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** Throws not-found if the space does not exist and is not created. */
export async function contentOf(
  ctx: Context,
  backend: WritableBackend,
  options?: { create: boolean },
): Promise<SpaceContent> {
  return requireContent(await backend.content(ctx.params.space, options), ctx.params.space);
}

export function requireContent(content: SpaceContent | undefined, name: string): SpaceContent {
  if (!content) throw unknownSpace(name);
  return content;
}

export const unknownSpace = (name: string) =>
  new ProblemError('not-found', `There is no search space "${name}".`);

/** Messages by the capability that a backend lacks. */
const lackMessages = {
  runs: (space: string) => `The backend of the search space "${space}" does not support runs.`,
  list: (space: string) => `The backend of the search space "${space}" does not list documents.`,
  originals: (space: string) =>
    `The backend of the search space "${space}" does not store original documents.`,
  thesaurus: (space: string) =>
    `Another service manages the thesaurus of the search space "${space}"; replace it there.`,
  concepts: (space: string) => `Another service manages the thesaurus of the search space "${space}".`,
  training: (space: string) => `The backend of the search space "${space}" does not support training.`,
  ranking: (space: string) =>
    `The ranking of the search space "${space}" is configured with its backend: in BACKENDS_FILE, or at its service.`,
};

/** Throws method-not-allowed with the `allowed` methods if the backend lacks the capability. Discards the rest of the body. */
export function supported<Capability>(
  capability: Capability | null,
  lack: keyof typeof lackMessages,
  ctx: Context,
  allowed = '',
): Capability {
  if (capability !== null) return capability;
  ctx.req.resume();
  throw notAllowed(lackMessages[lack](ctx.params.space), allowed);
}

export function notAllowed(message: string, allowed = ''): ProblemError {
  return new ProblemError('method-not-allowed', message, { headers: { Allow: allowed } });
}
