import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FakeGraphsearchServer,
  startFakeGraphsearchServer,
} from '../../../graphsearch/test/fake-server/process.ts';
import { FAKE_SPACE_ID } from '../../../graphsearch/test/fake-server/responses.ts';
import { documents, thesaurus } from '../../test/support/documents.ts';
import { startForTest } from '../../test/support/server.ts';
import { openContent } from '../open-content.ts';

const exporter = new InMemorySpanExporter();
let directory: string;
let standIn: FakeGraphsearchServer;
let server: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  directory = await mkdtemp(join(tmpdir(), 'traced-'));
  standIn = await startFakeGraphsearchServer();
  await standIn.loadThesaurus(thesaurus);
  const space = { backend: 'graphsearch', url: standIn.url.href, searchSpaceId: FAKE_SPACE_ID };
  const file = join(directory, 'backends.json');
  await writeFile(file, JSON.stringify({ spaces: { animals: space } }));
  server = await startForTest(directory, { TRACING: 'on', BACKENDS_FILE: file }, openContent);
  await server.call('POST', '/api/spaces/animals/documents', JSON.stringify(documents[0]), {
    'Content-Type': 'application/x-ndjson',
  });
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'animals' } });
});
afterAll(async () => {
  await server?.close();
  await standIn?.close();
  await rm(directory, { recursive: true });
  for (const api of [trace, context, propagation]) api.disable();
});

beforeEach(async () => {
  await standIn.calls();
  exporter.reset();
});

const ended = async (kind: SpanKind) => {
  const spans = () => exporter.getFinishedSpans().filter((span) => span.kind === kind);
  await expect.poll(spans).not.toHaveLength(0);
  return spans();
};

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

test('continues the trace of the client, named by route pattern, without the query', async () => {
  await server.call('GET', '/api/configurations/1?input=private', undefined, { traceparent });
  const [span] = await ended(SpanKind.SERVER);
  expect(span).toMatchObject({
    name: 'GET /api/configurations/:configId',
    parentSpanContext: { traceId, spanId: '00f067aa0ba902b7' },
    attributes: { 'http.response.status_code': 200, 'url.path': '/api/configurations/1' },
  });
  expect(JSON.stringify([span?.attributes, span?.name])).not.toContain('private');
});

test('creates a child span for backend calls and propagates the trace', async () => {
  await server.call('POST', '/api/configurations/1/search', { input: 'night' }, { traceparent });
  const [request] = await ended(SpanKind.SERVER);
  const [call] = await ended(SpanKind.CLIENT);
  expect(call).toMatchObject({
    name: 'search animals',
    parentSpanContext: { traceId, spanId: request?.spanContext().spanId },
    attributes: { 'semantic_search.space': 'animals', 'semantic_search.operation': 'search' },
  });
  const reported = (await standIn.calls()).filter(({ path }) => path.endsWith('/search'));
  expect(reported.length).toBeGreaterThan(0);
  for (const { headers } of reported) {
    expect(headers.traceparent).toBe(`00-${traceId}-${call?.spanContext().spanId}-01`);
  }
});

test('marks failed spans without the error message', async () => {
  await standIn.setBehavior({ failing: { status: 500, path: 'search' } });
  const response = await server.call('POST', '/api/configurations/1/search', { input: 'private' });
  await standIn.setBehavior();
  expect(response.status).toBe(502);
  for (const span of [...(await ended(SpanKind.SERVER)), ...(await ended(SpanKind.CLIENT))]) {
    expect(span.status).toEqual({ code: 2 });
    expect(JSON.stringify([span.attributes, span.events])).not.toContain('private');
  }
});
