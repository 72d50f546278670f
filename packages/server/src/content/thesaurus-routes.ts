/** Routes of the thesaurus of a search space, its parts and its categories (reference/http-api.md). */
import * as api from '@semantic-search/contract';
import { QueryError } from '@semantic-search/engine';
import type { Originals, ThesaurusOperations, WritableBackend } from '@semantic-search/engine/backend';
import { MAIN_PART } from '@semantic-search/query/api';
import * as categories from '@semantic-search/query/category-thesaurus';
import { RDF_MEDIA_TYPES } from '@semantic-search/query/media-types';
import type { Context } from 'koa';
import { clientOf } from '../auth/permission.ts';
import { ProblemError } from '../errors/problem.ts';
import { requireMediaType } from '../http/requests/body.ts';
import type { UploadLimit } from '../http/requests/concurrent-uploads.ts';
import { streamedBody } from '../http/requests/streaming-body.ts';
import { contentOf, supported } from './requested-space.ts';

export function thesaurusOperations(backend: WritableBackend, uploads: UploadLimit) {
  return {
    replaceThesaurus: (ctx: Context) => replace(ctx, backend, uploads, MAIN_PART),
    replaceThesaurusPart: (ctx: Context) => replace(ctx, backend, uploads, requestedPart(ctx)),
    async listThesauri(ctx: Context): Promise<api.ThesaurusPartList> {
      const parts = await supported((await contentOf(ctx, backend)).thesaurus, 'thesaurus', ctx).thesauri();
      const thesauri = parts.map(({ written, ...part }) => {
        return { ...part, written: written === null ? null : new Date(written).toISOString() };
      });
      return { thesauri };
    },
    async removeThesaurusPart(ctx: Context): Promise<api.ThesaurusRemoval> {
      const name = requestedPart(ctx);
      const thesaurus = supported((await contentOf(ctx, backend)).thesaurus, 'thesaurus', ctx);
      if (!(await thesaurus.removeThesaurus(name)))
        throw new ProblemError('not-found', `The thesaurus of the search space has no part "${name}".`);
      return { message: `The part ${name} is removed.`, name };
    },
    async buildCategories(ctx: Context): Promise<api.CategoryOutcome> {
      const content = await contentOf(ctx, backend);
      const thesaurus = supported(content.thesaurus, 'thesaurus', ctx);
      const originals = supported(content.originals, 'list', ctx);
      const report = await buildCategories(originals, thesaurus).catch(rejectUnreadable);
      ctx.state.isUnchanged = !report.changed;
      return { message: `The search space has ${report.concepts} categories.`, ...report };
    },
  };
}

async function replace(
  ctx: Context,
  backend: WritableBackend,
  uploads: UploadLimit,
  part: string,
): Promise<api.ThesaurusOutcome> {
  const mediaType = requireMediaType(ctx, RDF_MEDIA_TYPES);
  // Released when the thread ends, which may be after the client has disconnected.
  const releaseSlot = uploads.reserve(ctx, clientOf(ctx));
  try {
    const content = await contentOf(ctx, backend, { create: true });
    const thesaurus = supported(content.thesaurus, 'thesaurus', ctx);
    const report = await thesaurus
      .replaceThesaurus(streamedBody(ctx), mediaType, part)
      .catch(rejectUnreadable);
    return { message: `The thesaurus has ${report.concepts} concepts.`, ...report };
  } finally {
    releaseSlot();
  }
}

/** The names of parts follow the rule for names of search spaces. */
function requestedPart(ctx: Context): string {
  const name: string = ctx.params.name ?? '';
  if (api.isSpaceName(name)) return name;
  ctx.req.resume();
  throw new ProblemError('not-found', `The name of a part of the thesaurus has ${api.SPACE_NAME_RULE}.`);
}

/** Codes of problems besides bad-request. */
const problemCodes: Partial<Record<QueryError['code'], api.ProblemCode>> = {
  'thesaurus-too-large': 'content-too-large',
  'nothing-to-learn': 'conflict',
};

/** Throws the problem of content that the engine rejects, and other errors unchanged. */
export function rejectUnreadable(cause: unknown): never {
  if (!(cause instanceof QueryError)) throw cause;
  const code = problemCodes[cause.code] ?? 'bad-request';
  throw new ProblemError(code, cause.message, { cause });
}

/** Name of the part of the thesaurus that contains the categories. */
const CATEGORY_PART = 'categories';

/** Replaces the part `categories`, or removes it if no document has a path. */
export async function buildCategories(
  originals: Originals,
  writer: ThesaurusOperations,
): Promise<Omit<api.CategoryOutcome, 'message'>> {
  const paths = new Map<string, categories.CategoryPath>();
  for await (const document of originals.all())
    for (const path of categories.categoryPaths(document)) paths.set(categories.categoryUri(path), path);
  const built = categories.categoryStatements(paths.values());
  const current = built?.uris ?? [];
  const existing = await categoriesIn(await originals.thesaurus());
  const changed = JSON.stringify(current) !== JSON.stringify(existing);
  // Statements have no media type, because they are not parsed.
  if (changed && built) await writer.replaceThesaurus(built.statements, '', CATEGORY_PART);
  else if (changed) await writer.removeThesaurus(CATEGORY_PART);
  return { concepts: current.length, changed };
}

/** Sorted URIs. A URI stands for the whole path, so that equal URIs mean equal labels. */
async function categoriesIn(record: Uint8Array | undefined): Promise<string[]> {
  if (record === undefined) return [];
  // Imported on first use, so that the server starts faster.
  const { deserializeThesaurus } = await import('@semantic-search/query');
  const { thesaurus } = deserializeThesaurus(record);
  return Array.from({ length: thesaurus.size }, (_, concept) => thesaurus.uri(concept))
    .filter((uri) => uri.startsWith(`${categories.CATEGORY_SCHEME}:`))
    .sort();
}
