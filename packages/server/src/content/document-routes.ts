/** Routes of the documents of a search space: streams, single documents, and lists with content hashes. */
import { Readable } from 'node:stream';
import * as api from '@semantic-search/contract';
import { documentFormat, type ReadDocument, readDocuments } from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { hasBody, readBody, readJson, requireMediaType, searchBodyLimit } from '../http/requests/body.ts';
import { streamedBody } from '../http/requests/streaming-body.ts';
import type { UploadLimit } from '../http/requests/upload-limit.ts';
import { withReadTimeout } from '../http/responses/stalled-response-timeout.ts';
import { parse, parseQuery } from '../validation.ts';
import { documentSizeError, limitLineLength } from './documents/document-size.ts';
import { type HtmlConverter, htmlConverter, isHtml } from './documents/html-documents.ts';
import { ingest } from './documents/ingestion.ts';
import { contentOf, requireContent, supported } from './requested-space.ts';
import { type RunWriter, recordRejected, requireOpenRun, runsOf, runWriter } from './runs.ts';

const singleDocumentTypes = ['application/json', 'text/html'];
const documentTypes = ['application/x-ndjson', 'text/csv'];

export function documentOperations(backend: WritableBackend, uploads: UploadLimit) {
  const html = htmlConverter();
  return {
    addDocuments: (ctx: Context) => addDocuments(ctx, backend, html, uploads),
    listDocuments: (ctx: Context) => listDocuments(ctx, backend),
    deleteDocuments: (ctx: Context) => deleteDocuments(ctx, backend),
    async getStoredDocument(ctx: Context): Promise<api.DocumentInput> {
      const { space, uri } = ctx.params;
      const { originals } = await contentOf(ctx, backend);
      const message = `The backend of the search space "${space}" does not store original documents.`;
      const document = await supported(originals, message, 'PUT, DELETE').stored(uri);
      if (!document) throw unknownDocument(uri);
      return document;
    },
    async putDocument(ctx: Context): Promise<api.DocumentOutcome> {
      await putDocument(ctx, await contentOf(ctx, backend), html);
      return { message: 'The document is saved.', id: ctx.params.uri };
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
  const releaseSlot = uploads.reserve(ctx);
  try {
    const content = await backend.content(ctx.params.space, false);
    // A missing space is created for the first valid document.
    const open = async () => (content ?? (await contentOf(ctx, backend, { create: true }))).documents;
    const documents = html.convertAll(readDocuments(limitLineLength(streamedBody(ctx)), format));
    const run = await requestedRunWriter(ctx, content);
    const steps = run ? ingestInRun(documents, run) : ingest(documents, open);
    const progress = steps[Symbol.asyncIterator]();
    // An error before the first write becomes the response.
    const first = await progress.next();
    ctx.type = 'application/x-ndjson';
    // Closes after the last line, or after the current step if the client has disconnected or stalled.
    ctx.body = Readable.from(withReadTimeout(lines(first, progress), ctx.res)).once('close', releaseSlot);
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

/** Undefined for a request without a run. */
async function requestedRunWriter(
  ctx: Context,
  content: SpaceContent | undefined,
): Promise<RunWriter | undefined> {
  const { run } = parseQuery(api.WriteParameters, ctx.query);
  if (run === undefined) return undefined;
  const existing = requireContent(content, ctx.params.space);
  const runs = runsOf(existing, ctx);
  await requireOpenRun(runs, run);
  return runWriter(runs, run, existing.documents);
}

async function* ingestInRun(
  documents: AsyncIterable<ReadDocument>,
  run: RunWriter,
): AsyncIterable<api.IngestProgress> {
  for await (const step of ingest(recordRejected(documents, run), async () => run))
    yield { ...step, unchanged: run.unchanged() };
}

async function* lines(
  first: IteratorResult<api.IngestProgress>,
  progress: AsyncIterator<api.IngestProgress>,
): AsyncIterable<string> {
  try {
    for (let step = first; !step.done; step = await progress.next()) yield `${JSON.stringify(step.value)}\n`;
  } finally {
    await progress.return?.();
  }
}

async function listDocuments(ctx: Context, backend: WritableBackend): Promise<api.DocumentList> {
  const { after, limit = 1000 } = parseQuery(api.DocumentListParameters, ctx.query);
  const { originals } = await contentOf(ctx, backend);
  const unsupported = `The backend of the search space "${ctx.params.space}" does not list documents.`;
  // One more, to see whether the list continues.
  const page = await supported(originals, unsupported, 'POST').list(after, limit + 1);
  const documents = page.slice(0, limit).map(({ id, hash, written }) => {
    return { id, hash, written: written === null ? null : new Date(written).toISOString() };
  });
  return { documents, next: page.length > limit ? documents.at(-1)!.id : null };
}

async function deleteDocuments(ctx: Context, backend: WritableBackend): Promise<api.DocumentDeletionOutcome> {
  const { ids } = parse(api.DocumentDeletionRequest, readJson(ctx, searchBodyLimit));
  const { documents } = await contentOf(ctx, backend);
  const distinct = [...new Set(ids)];
  const existed = await documents.deleteAll(distinct);
  const deleted = distinct.filter((_, i) => existed[i]);
  const missing = distinct.filter((_, i) => !existed[i]);
  const message = `${deleted.length} documents are deleted, ${missing.length} did not exist.`;
  return { message, deleted, missing };
}

async function putDocument(ctx: Context, content: SpaceContent, html: HtmlConverter): Promise<void> {
  const { uri } = ctx.params;
  const run = await requestedRunWriter(ctx, content);
  // An invalid document keeps its previous version too.
  await run?.record([uri]);
  const document = await readDocument(ctx, uri, html);
  const tooLarge = documentSizeError(document);
  if (tooLarge !== undefined) throw new ProblemError('bad-request', tooLarge);
  const [refusal] = (await (run ?? content.documents).put([document])).refused;
  if (refusal) throw new ProblemError('bad-request', `The document was rejected: ${refusal.message}`);
}

/** A document as JSON or as a page. */
async function readDocument(ctx: Context, uri: string, html: HtmlConverter): Promise<api.DocumentInput> {
  if (isPage(ctx)) {
    const { decodeMarkup } = await import('@semantic-search/sources/html');
    const bytes = await readBody(ctx, api.requestLimits.pageBytes);
    if (bytes.length === 0)
      throw new ProblemError('bad-request', 'The body is empty; send the HTML of the page.');
    const page = decodeMarkup(bytes, ctx.req.headers['content-type']);
    return html.convert({ id: uri, html: page }).catch(unreadablePage);
  }
  const body = parse(api.NewDocument, readJson(ctx, searchBodyLimit)) as Partial<api.DocumentInput>;
  const document = { ...body, id: body.id ?? uri };
  if (document.id !== uri) {
    const message = 'The id in the body must be the one in the path.';
    throw new ProblemError('bad-request', message, { errors: [{ key: 'id', message }] });
  }
  return isHtml(document) ? html.convert(document).catch(unreadablePage) : document;
}

function isPage(ctx: Context): boolean {
  // Without a body, the type is not required, but says what is missing.
  const type = hasBody(ctx.req) ? requireMediaType(ctx, singleDocumentTypes) : ctx.request.type.toLowerCase();
  return type === 'text/html';
}

function unreadablePage(cause: Error): never {
  throw new ProblemError('bad-request', cause.message, { cause });
}
