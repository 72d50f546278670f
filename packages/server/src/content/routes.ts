/** Routes of search spaces: list, documents, training (reference/http-api.md#search-spaces). */
import { Readable } from 'node:stream';
import Router from '@koa/router';
import {
  type DocumentInput,
  type IngestProgress,
  NewDocument,
  requestLimits,
  type Space,
  type SpaceDeletion,
  type SpaceList,
  type TrainingOutcome,
  WriteParameters,
} from '@semantic-search/contract';
import { documentFormat, type ReadDocument, readDocuments } from '@semantic-search/engine';
import type { LocalBackend, SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { authorize } from '../auth/permission.ts';
import { type Execute, queries } from '../backends/call.ts';
import { ProblemError } from '../errors/problem.ts';
import { hasBody, readBody, readJson, requireMediaType, searchBodyLimit } from '../http/requests/body.ts';
import { streamedBody } from '../http/requests/streaming-body.ts';
import { type UploadLimit, uploadLimit } from '../http/requests/upload-limit.ts';
import { withReadTimeout } from '../http/responses/stalled-response-timeout.ts';
import type { Metrics } from '../observability/metrics.ts';
import { describeSource, publicText, type SpaceSchedules } from '../schedules/scheduled-sources.ts';
import { parse, parseQuery } from '../validation.ts';
import { addConceptRoutes } from './concept-routes.ts';
import { deleteDocuments, listDocuments } from './document-lists.ts';
import { documentSizeError, limitLineLength } from './documents/document-size.ts';
import { type HtmlConverter, htmlConverter, isHtml } from './documents/html-documents.ts';
import { ingest } from './documents/ingestion.ts';
import { addRankingRoutes, type RankingDependencies } from './ranking-routes.ts';
import {
  contentOf,
  requireContent,
  spaceName,
  unknownDocument,
  unsupportedOperation,
} from './requested-space.ts';
import { abandon, complete, start } from './run-routes.ts';
import { type RunWriter, recordRejected, requireOpenRun, runsOf, runWriter } from './runs.ts';
import { addThesaurusRoutes, unreadable } from './thesaurus-routes.ts';

const singleDocumentTypes = ['application/json', 'text/html'];
const documentTypes = ['application/x-ndjson', 'text/csv'];
/** Maximum wait for the description of one space in the list. */
const MAX_DESCRIPTION_MS = 3000;

export interface SpaceDependencies extends RankingDependencies {
  backend: LocalBackend;
  reportUploads: Metrics['uploads'];
  readSchedules: () => Promise<SpaceSchedules[]>;
}

export function spaceRoutes(dependencies: SpaceDependencies): Router {
  const { backend, reportUploads } = dependencies;
  const router = new Router({ prefix: '/api/spaces', sensitive: true });
  const forDocuments = uploadLimit(requestLimits.documentUploads);
  const html = htmlConverter();
  const forThesauri = uploadLimit(requestLimits.thesaurusUploads);
  reportUploads('documents', forDocuments.inProgress);
  reportUploads('thesauri', forThesauri.inProgress);
  router.get('/', (ctx) => list(ctx, dependencies));
  router.delete('/:space', (ctx) => removeSpace(ctx, backend));
  router.post('/:space/documents', (ctx) => addDocuments(ctx, backend, html, forDocuments));
  router.get('/:space/documents', (ctx) => listDocuments(ctx, backend));
  router.post('/:space/documents\\:delete', (ctx) => deleteDocuments(ctx, backend));
  router.post('/:space/runs', (ctx) => start(ctx, backend));
  router.post('/:space/runs/:run/complete', (ctx) => complete(ctx, backend));
  router.delete('/:space/runs/:run', (ctx) => abandon(ctx, backend));
  addThesaurusRoutes(router, backend, forThesauri);
  addConceptRoutes(router, dependencies);
  addRankingRoutes(router, dependencies);
  router.post('/:space/training', (ctx) => train(ctx, backend));
  router.get('/:space/documents/:uri', (ctx) => readStored(ctx, backend));
  router.put('/:space/documents/:uri', (ctx) => putDocument(ctx, backend, html));
  router.delete('/:space/documents/:uri', (ctx) => deleteDocument(ctx, backend));
  return router;
}

async function list(ctx: Context, dependencies: SpaceDependencies): Promise<void> {
  const { spaces } = authorize(ctx, { scope: 'configurations:read' });
  ctx.body = { spaces: await describeSpaces(dependencies, spaces) } satisfies SpaceList;
}

/** All search spaces, or the permitted ones. */
export async function describeSpaces(
  { backend, execute, readSchedules }: Pick<SpaceDependencies, 'backend' | 'execute' | 'readSchedules'>,
  permitted: ReadonlySet<string> | null = null,
): Promise<Space[]> {
  const names = (await backend.names()).filter((name) => permitted?.has(name) ?? true);
  const described = await Promise.all(names.map((name) => describe(name, execute)));
  const schedules = new Map((await readSchedules()).map((each) => [each.space, each]));
  return described.map((space) => {
    const { sources = [], problems = [] } = schedules.get(space.name) ?? {};
    const notices = [...(space.notices ?? []), ...problems.map(publicText)];
    return {
      ...space,
      ...(notices.length > 0 && { notices }),
      ...(sources.length > 0 && { sources: sources.map(describeSource) }),
    };
  });
}

async function describe(name: string, execute: Execute): Promise<Space> {
  const nothing = {
    documents: 0,
    concepts: 0,
    languages: [],
    facets: [],
    recommenders: [],
    similarities: [],
  };
  const { signal } = new AbortController();
  const context = { space: name, client: '', signal, deadline: performance.now() + MAX_DESCRIPTION_MS };
  try {
    return { name, ...(await queries(execute, context).describe()), healthy: true };
  } catch {
    // The list does not fail because of one unavailable space.
    return { name, ...nothing, healthy: false };
  }
}

async function removeSpace(ctx: Context, backend: LocalBackend): Promise<void> {
  const name = spaceName(ctx);
  if (!(await backend.deleteSpace(name))) {
    if ((await backend.names()).includes(name))
      throw unsupportedOperation(`Another service stores the search space "${name}"; delete it there.`, '');
    requireContent(undefined, name);
  }
  ctx.body = { message: `The search space ${name} is deleted.`, name } satisfies SpaceDeletion;
}

async function addDocuments(
  ctx: Context,
  backend: WritableBackend,
  html: HtmlConverter,
  uploads: UploadLimit,
): Promise<void> {
  const name = spaceName(ctx);
  const format = documentFormat(requireMediaType(ctx, documentTypes))!;
  const releaseSlot = uploads.reserve(ctx);
  try {
    const content = await backend.content(name, false);
    // A missing space is created for the first valid document.
    const open = async () => (content ?? (await contentOf(name, backend, { create: true }))).documents;
    const documents = html.convertAll(readDocuments(limitLineLength(streamedBody(ctx)), format));
    const run = await requestedRunWriter(ctx, name, content);
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
  name: string,
  content: SpaceContent | undefined,
): Promise<RunWriter | undefined> {
  const { run } = parseQuery(WriteParameters, ctx.query);
  if (run === undefined) return undefined;
  const existing = requireContent(content, name);
  const runs = runsOf(existing, name);
  await requireOpenRun(runs, run);
  return runWriter(runs, run, existing.documents);
}

async function* ingestInRun(
  documents: AsyncIterable<ReadDocument>,
  run: RunWriter,
): AsyncIterable<IngestProgress> {
  for await (const step of ingest(recordRejected(documents, run), async () => run))
    yield { ...step, unchanged: run.unchanged() };
}

async function* lines(
  first: IteratorResult<IngestProgress>,
  progress: AsyncIterator<IngestProgress>,
): AsyncIterable<string> {
  try {
    for (let step = first; !step.done; step = await progress.next()) yield `${JSON.stringify(step.value)}\n`;
  } finally {
    await progress.return?.();
  }
}

async function train(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const { trainer } = await contentOf(name, backend);
  if (!trainer)
    throw unsupportedOperation(`The backend of the search space "${name}" does not support training.`, '');
  const report = await trainer.train().catch(unreadable);
  const message = `The search space was trained with ${report.documents} documents.`;
  ctx.body = { message, ...report } satisfies TrainingOutcome;
}

async function readStored(ctx: Context, backend: WritableBackend): Promise<void> {
  const { content, name, uri } = await documentOf(ctx, backend);
  if (!content.originals) {
    const message = `The backend of the search space "${name}" does not store original documents.`;
    throw unsupportedOperation(message, 'PUT, DELETE');
  }
  const document = await content.originals.stored(uri);
  if (!document) throw unknownDocument(uri);
  ctx.body = document;
}

async function putDocument(ctx: Context, backend: WritableBackend, html: HtmlConverter): Promise<void> {
  const { content, name, uri } = await documentOf(ctx, backend);
  const run = await requestedRunWriter(ctx, name, content);
  // An invalid document keeps its previous version too.
  await run?.record([uri]);
  const document = await readDocument(ctx, uri, html);
  const tooLarge = documentSizeError(document);
  if (tooLarge !== undefined) throw new ProblemError('bad-request', tooLarge);
  const { refused } = await (run ?? content.documents).put([document]);
  if (refused[0]) {
    throw new ProblemError('bad-request', `The document was rejected: ${refused[0].message}`);
  }
  ctx.body = { message: 'The document is saved.', id: uri };
}

/** A document as JSON or as a page. */
async function readDocument(ctx: Context, uri: string, html: HtmlConverter): Promise<DocumentInput> {
  if (isPage(ctx)) {
    const { decodeMarkup } = await import('@semantic-search/sources/html');
    const bytes = await readBody(ctx, requestLimits.pageBytes);
    if (bytes.length === 0)
      throw new ProblemError('bad-request', 'The body is empty; send the HTML of the page.');
    const page = decodeMarkup(bytes, ctx.req.headers['content-type']);
    return html.convert({ id: uri, html: page }).catch(unreadablePage);
  }
  const body = parse(NewDocument, readJson(ctx, searchBodyLimit)) as Partial<DocumentInput>;
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

async function deleteDocument(ctx: Context, backend: WritableBackend): Promise<void> {
  const { content, uri } = await documentOf(ctx, backend);
  if (!(await content.documents.delete(uri))) throw unknownDocument(uri);
  ctx.body = { message: 'The document is deleted.', id: uri };
}

async function documentOf(
  ctx: Context,
  backend: WritableBackend,
): Promise<{ content: SpaceContent; name: string; uri: string }> {
  const name = spaceName(ctx);
  return { content: await contentOf(name, backend), name, uri: ctx.params.uri ?? '' };
}
