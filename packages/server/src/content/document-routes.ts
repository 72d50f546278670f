/** Routes of the documents of a search space: streams, single documents, and lists with content hashes. */
import { Readable } from 'node:stream';
import * as api from '@semantic-search/contract';
import { documentFormat, readDocuments } from '@semantic-search/engine';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { clientOf } from '../auth/permission.ts';
import { ProblemError } from '../errors/problem.ts';
import { readJson, requireMediaType, searchBodyLimit } from '../http/requests/body.ts';
import type { UploadLimit } from '../http/requests/concurrent-uploads.ts';
import { streamedBody } from '../http/requests/streaming-body.ts';
import { withReadTimeout } from '../http/responses/stalled-response-timeout.ts';
import { parse, parseQuery } from '../validation.ts';
import { documentSizeError, limitLineLength } from './documents/document-size.ts';
import { type HtmlConverter, htmlConverter, isHtml } from './documents/html-documents.ts';
import { ingest } from './documents/ingestion.ts';
import { contentOf, supported } from './requested-space.ts';
import { requestedRun } from './run-routes.ts';

const documentTypes = ['application/x-ndjson', 'text/csv'];

export function documentOperations(backend: WritableBackend, uploads: UploadLimit) {
  const html = htmlConverter();
  return {
    addDocuments: (ctx: Context) => addDocuments(ctx, backend, html, uploads),
    async listDocuments(ctx: Context): Promise<api.DocumentList> {
      const { after, limit = 1000 } = parseQuery(api.DocumentListParameters, ctx.query);
      const originals = supported((await contentOf(ctx, backend)).originals, 'list', ctx, 'POST');
      // Requests one more document, to know whether the list continues.
      const page = await originals.list(after, limit + 1);
      const documents = page.slice(0, limit).map(({ id, hash, written }) => {
        return { id, hash, written: written === null ? null : new Date(written).toISOString() };
      });
      return { documents, next: page.length > limit ? documents.at(-1)!.id : null };
    },
    async deleteDocuments(ctx: Context): Promise<api.DocumentDeletionOutcome> {
      const { ids } = parse(api.DocumentDeletionRequest, readJson(ctx, searchBodyLimit));
      const { documents } = await contentOf(ctx, backend);
      const distinct = [...new Set(ids)];
      const existed = await documents.deleteAll(distinct);
      const deleted = distinct.filter((_, i) => existed[i]);
      const missing = distinct.filter((_, i) => !existed[i]);
      const message = `Deleted documents: ${deleted.length}; ${missing.length} did not exist.`;
      return { message, deleted, missing };
    },
    async getStoredDocument(ctx: Context): Promise<api.DocumentInput> {
      const { uri } = ctx.params;
      const originals = supported((await contentOf(ctx, backend)).originals, 'originals', ctx, 'PUT, DELETE');
      const document = await originals.stored(uri);
      if (!document) throw unknownDocument(uri);
      return document;
    },
    async putDocument(ctx: Context): Promise<api.DocumentOutcome> {
      const { uri } = ctx.params;
      const content = await contentOf(ctx, backend);
      const run = await requestedRun(ctx, content);
      // An invalid document keeps its previous version too.
      await run?.record([uri]);
      const document = await readDocument(ctx, uri, html);
      const tooLarge = documentSizeError(document);
      if (tooLarge !== undefined) throw new ProblemError('bad-request', tooLarge);
      const [refusal] = (await (run ?? content.documents).put([document])).refused;
      if (refusal) throw new ProblemError('bad-request', `The document was rejected: ${refusal.message}`);
      return { message: 'The document is saved.', id: uri };
    },
    async deleteDocument(ctx: Context): Promise<api.DocumentOutcome> {
      const { uri } = ctx.params;
      const { documents } = await contentOf(ctx, backend);
      if (!(await documents.delete(uri))) throw unknownDocument(uri);
      return { message: 'The document is deleted.', id: uri };
    },
  };
}

function unknownDocument(uri: string): ProblemError {
  return new ProblemError('not-found', `The search space has no document ${uri.slice(0, 200)}.`);
}

async function addDocuments(
  ctx: Context,
  backend: WritableBackend,
  html: HtmlConverter,
  uploads: UploadLimit,
): Promise<void> {
  const format = documentFormat(requireMediaType(ctx, documentTypes))!;
  const releaseSlot = uploads.reserve(ctx, clientOf(ctx));
  try {
    const content = await backend.content(ctx.params.space);
    const run = await requestedRun(ctx, content);
    // A missing space is created for the first valid document.
    const openSpace = async () =>
      run ?? (content ?? (await contentOf(ctx, backend, { create: true }))).documents;
    const documents = html.convertAll(readDocuments(limitLineLength(streamedBody(ctx)), format));
    const progress = ingest(documents, openSpace, run)[Symbol.asyncIterator]();
    // An error before the first write becomes the response.
    const first = await progress.next();
    ctx.type = 'application/x-ndjson';
    // Closes after the last line, or after the current step if the client has disconnected or stalled.
    ctx.body = Readable.from(withReadTimeout(linesOf(first, progress), ctx.res)).once('close', releaseSlot);
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

/** Progress in lines of JSON: the first step, which has been read already, and the other steps. */
async function* linesOf(
  first: IteratorResult<api.IngestProgress>,
  progress: AsyncIterator<api.IngestProgress>,
): AsyncIterable<string> {
  try {
    for (let step = first; !step.done; step = await progress.next()) yield `${JSON.stringify(step.value)}\n`;
  } finally {
    await progress.return?.();
  }
}

async function readDocument(ctx: Context, uri: string, html: HtmlConverter): Promise<api.DocumentInput> {
  const body = parse(api.NewDocument, readJson(ctx, searchBodyLimit)) as Partial<api.DocumentInput>;
  const document = { ...body, id: body.id ?? uri };
  if (document.id !== uri) {
    const message = 'The id in the body must be the one in the path.';
    throw new ProblemError('bad-request', message, { errors: [{ key: 'id', message }] });
  }
  if (!isHtml(document)) return document;
  return html.convert(document).catch((cause: Error) => {
    throw new ProblemError('bad-request', cause.message, { cause });
  });
}
