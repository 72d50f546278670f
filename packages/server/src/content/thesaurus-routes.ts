/** Routes of the thesaurus of a search space and of its parts (reference/http-api.md#search-spaces). */
import { Readable } from 'node:stream';
import type Router from '@koa/router';
import {
  type CategoryOutcome,
  isSpaceName,
  type ProblemCode,
  SPACE_NAME_RULE,
  type ThesaurusOutcome,
  type ThesaurusPartList,
  type ThesaurusRemoval,
} from '@semantic-search/contract';
import { QueryError, readThesaurusInWorker } from '@semantic-search/engine';
import type { SpaceContent, ThesaurusOperations, WritableBackend } from '@semantic-search/engine/backend';
import { MAIN_PART } from '@semantic-search/query/api';
import { RDF_MEDIA_TYPES, SERIALIZED_THESAURUS_MEDIA_TYPE } from '@semantic-search/query/media-types';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { requireMediaType } from '../http/requests/body.ts';
import { streamedBody } from '../http/requests/streaming-body.ts';
import type { UploadLimit } from '../http/requests/upload-limit.ts';
import { buildCategories } from './categories.ts';
import { contentOf, spaceName, unsupportedOperation } from './requested-space.ts';

export function addThesaurusRoutes(router: Router, backend: WritableBackend, uploads: UploadLimit): void {
  router.put('/:space/thesaurus', (ctx) => replace(ctx, backend, uploads, MAIN_PART));
  router.get('/:space/thesauri', (ctx) => list(ctx, backend));
  router.put('/:space/thesauri/:name', (ctx) => replace(ctx, backend, uploads));
  router.delete('/:space/thesauri/:name', (ctx) => remove(ctx, backend));
  router.post('/:space/categories', (ctx) => categories(ctx, backend));
}

async function list(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const parts = await thesaurusOf(ctx, name, await contentOf(name, backend)).thesauri();
  const thesauri = parts.map(({ written, ...part }) => ({
    ...part,
    written: written === null ? null : new Date(written).toISOString(),
  }));
  ctx.body = { thesauri } satisfies ThesaurusPartList;
}

async function replace(
  ctx: Context,
  backend: WritableBackend,
  uploads: UploadLimit,
  part?: string,
): Promise<void> {
  const name = spaceName(ctx);
  const partName = part ?? requestedPart(ctx);
  const mediaType = requireMediaType(ctx, RDF_MEDIA_TYPES);
  const content = await backend.content(name, false);
  const make = async () => thesaurusOf(ctx, name, await contentOf(name, backend, { create: true }));
  const thesaurus = content ? thesaurusOf(ctx, name, content) : firstThesaurus(make);
  // Released when the thread ends, which may be after the client has disconnected.
  const releaseSlot = uploads.reserve(ctx);
  const report = await thesaurus
    .replaceThesaurus(streamedBody(ctx), mediaType, partName)
    .catch(unreadable)
    .finally(releaseSlot);
  const message = `The thesaurus has ${report.concepts} concepts.`;
  ctx.body = { message, ...report } satisfies ThesaurusOutcome;
}

/** Creates the space after the content has been read, so that rejected content leaves no space behind. */
function firstThesaurus(
  make: () => Promise<ThesaurusOperations>,
): Pick<ThesaurusOperations, 'replaceThesaurus'> {
  return {
    async replaceThesaurus(content, mediaType, part = MAIN_PART) {
      const { record, report } = await readThesaurusInWorker(content, mediaType, part);
      // Another upload may have created the space meanwhile; its parts stay.
      await (await make()).replaceThesaurus(Readable.from([record]), SERIALIZED_THESAURUS_MEDIA_TYPE, part);
      return report;
    },
  };
}

async function remove(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const part = requestedPart(ctx);
  const thesaurus = thesaurusOf(ctx, name, await contentOf(name, backend));
  if (!(await thesaurus.removeThesaurus(part)))
    throw new ProblemError('not-found', `The thesaurus of the search space has no part "${part}".`);
  ctx.body = { message: `The part ${part} is removed.`, name: part } satisfies ThesaurusRemoval;
}

async function categories(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const content = await contentOf(name, backend);
  const thesaurus = thesaurusOf(ctx, name, content);
  if (!content.originals)
    throw unsupportedOperation(`The backend of the search space "${name}" does not list documents.`, '');
  const report = await buildCategories(content.originals, thesaurus).catch(unreadable);
  const message = `The search space has ${report.concepts} categories.`;
  ctx.body = { message, ...report } satisfies CategoryOutcome;
}

/** A name of a part follows the rule of names of search spaces. */
function requestedPart(ctx: Context): string {
  const name: string = ctx.params.name ?? '';
  if (isSpaceName(name)) return name;
  ctx.req.resume();
  throw new ProblemError('not-found', `The name of a part of the thesaurus has ${SPACE_NAME_RULE}.`);
}

function thesaurusOf(ctx: Context, name: string, { thesaurus }: SpaceContent): ThesaurusOperations {
  if (thesaurus) return thesaurus;
  ctx.req.resume();
  throw unsupportedOperation(
    `Another service manages the thesaurus of the search space "${name}"; replace it there.`,
    '',
  );
}

const problemCodesOf: Partial<Record<QueryError['code'], ProblemCode>> = {
  'thesaurus-too-large': 'content-too-large',
  'nothing-to-learn': 'conflict',
};

/** Errors of the engine in the content are errors of the client. */
export function unreadable(cause: unknown): never {
  if (!(cause instanceof QueryError)) throw cause;
  const code = problemCodesOf[cause.code] ?? 'bad-request';
  throw new ProblemError(code, cause.message, { cause });
}
