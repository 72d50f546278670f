/** Routes for many documents at once: the list with content hashes, and deletion by ids. */
import {
  type DocumentDeletionOutcome,
  DocumentDeletionRequest,
  type DocumentList,
  DocumentListParameters,
} from '@semantic-search/contract';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { readJson, searchBodyLimit } from '../http/requests/body.ts';
import { parse, parseQuery } from '../validation.ts';
import { contentOf, spaceName, unsupportedOperation } from './requested-space.ts';

export async function listDocuments(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const { after, limit = 1000 } = parseQuery(DocumentListParameters, ctx.query);
  const { originals } = await contentOf(name, backend);
  if (!originals) {
    const message = `The backend of the search space "${name}" does not list documents.`;
    throw unsupportedOperation(message, 'POST');
  }
  // One more, to see whether the list continues.
  const page = await originals.list(after, limit + 1);
  const documents = page.slice(0, limit).map(({ id, hash, written }) => {
    return { id, hash, written: written === null ? null : new Date(written).toISOString() };
  });
  const next = page.length > limit ? documents.at(-1)!.id : null;
  ctx.body = { documents, next } satisfies DocumentList;
}

export async function deleteDocuments(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const { ids } = parse(DocumentDeletionRequest, readJson(ctx, searchBodyLimit));
  const { documents } = await contentOf(name, backend);
  const distinct = [...new Set(ids)];
  const existed = await documents.deleteAll(distinct);
  const deleted = distinct.filter((_, i) => existed[i]);
  const missing = distinct.filter((_, i) => !existed[i]);
  const message = `${deleted.length} documents are deleted, ${missing.length} did not exist.`;
  ctx.body = { message, deleted, missing } satisfies DocumentDeletionOutcome;
}
