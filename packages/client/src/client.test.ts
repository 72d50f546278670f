import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ApiError,
  abandonRun,
  addDocuments,
  type Connection,
  completeRun,
  deleteDocuments,
  getConfiguration,
  getDocument,
  getRecommendations,
  getSimilar,
  getToken,
  issueSpaceToken,
  issueToken,
  listConfigurations,
  listDocuments,
  putDocument,
  replaceThesaurus,
  search,
  startRun,
  updateConfiguration,
} from './index.ts';

let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
/** Takes the place of `answer` before the body has arrived. */
let streaming: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
const server = createServer((request, response) => {
  if (streaming) return streaming(request, response);
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => answer(request, response, body));
});
let connection: Connection;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connection = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, token: 'a.b.c' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('the call should have been rejected'),
    (error) => error,
  );

describe('a call', () => {
  test('sends the token, the media types and the body', async () => {
    answer = (request, response, body) =>
      response.end(
        JSON.stringify({ url: request.url, method: request.method, headers: request.headers, body }),
      );
    const seen = (await search(connection, 7, { input: 'money "supply"', start: 10 })) as unknown as {
      url: string;
      method: string;
      headers: Record<string, string>;
      body: string;
    };
    expect(seen.method).toBe('POST');
    expect(seen.url).toBe('/api/configurations/7/search');
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(JSON.parse(seen.body)).toEqual({ input: 'money "supply"', start: 10 });
  });

  test('encodes document URIs and omits absent parameters', async () => {
    answer = (request, response) => response.end(JSON.stringify({ url: request.url }));
    const uri = 'https://example.org/a b?x=1&y=ü#z';
    // Programs without types may pass null.
    const language = null as unknown as string;
    const seen = (await getSimilar(connection, 7, { uri, language })) as unknown as { url: string };
    const parameters = new URL(seen.url, 'http://localhost').searchParams;
    expect([...parameters.keys()]).toEqual(['uri']);
    expect(parameters.get('uri')).toBe(uri);
  });

  test('sends the language of the operations on documents', async () => {
    const urls: URL[] = [];
    answer = (request, response) => {
      urls.push(new URL(request.url ?? '', 'http://localhost'));
      response.end('{}');
    };
    const uri = 'urn:a';
    await getSimilar(connection, 7, { uri, language: 'de' });
    await getRecommendations(connection, 7, { uri, recommender: 'popular', language: 'de' });
    await getDocument(connection, 7, { uri, language: 'de' });
    expect(urls.map(({ pathname }) => pathname.split('/').at(-1))).toEqual([
      'getSimilar',
      'getRecommendations',
      'document',
    ]);
    expect(urls.map(({ searchParams }) => searchParams.get('language'))).toEqual(['de', 'de', 'de']);
  });

  test('issues publishable tokens', async () => {
    answer = (request, response, body) =>
      response.end(JSON.stringify({ url: request.url, method: request.method, body }));
    const body = { name: 'shop', configurations: [7] };
    expect(await issueToken(connection, body)).toEqual({
      url: '/api/tokens',
      method: 'POST',
      body: JSON.stringify(body),
    });
  });

  test('issues tokens for search spaces and reads what a token permits', async () => {
    answer = (request, response, body) => response.end(JSON.stringify([request.method, request.url, body]));
    const body = { name: 'cms', spaces: ['news'] };
    expect(await issueSpaceToken(connection, body)).toEqual(['POST', '/api/tokens', JSON.stringify(body)]);
    expect(await getToken(connection)).toEqual(['GET', '/api/token', '']);
  });

  test('lists and deletes documents', async () => {
    answer = (request, response, body) => response.end(JSON.stringify([request.method, request.url, body]));
    const list = await listDocuments(connection, 'news', { after: 'urn:a/b', limit: 10 });
    expect(list).toEqual(['GET', '/api/spaces/news/documents?after=urn%3Aa%2Fb&limit=10', '']);
    const deletion = await deleteDocuments(connection, 'news', ['urn:a']);
    expect(deletion).toEqual(['POST', '/api/spaces/news/documents:delete', '{"ids":["urn:a"]}']);
  });

  test('starts, completes and abandons runs', async () => {
    answer = (request, response) => response.end(JSON.stringify([request.method, request.url]));
    expect(await startRun(connection, 'a b')).toEqual(['POST', '/api/spaces/a%20b/runs']);
    const path = '/api/spaces/news/runs/7';
    expect(await completeRun(connection, 'news', '7')).toEqual(['POST', `${path}/complete`]);
    const forced = ['POST', `${path}/complete?force=true`];
    expect(await completeRun(connection, 'news', '7', { force: true })).toEqual(forced);
    expect(await abandonRun(connection, 'news', '7')).toEqual(['DELETE', path]);
  });

  test('uploads documents as lines and collects the errors of all progress lines', async () => {
    const received: unknown[] = [];
    const step = (line: number, done: boolean) =>
      JSON.stringify({
        done,
        line,
        accepted: line - 1,
        refused: 1,
        errors: done ? [] : [{ line, message: 'x' }],
      });
    answer = (request, response, body) => {
      received.push(request.url, request.headers['content-type'], body);
      response.end(`${step(1, false)}\n${step(2, false)}\n${step(2, true)}\n`);
    };
    const documents = [{ id: 'urn:a' }, { id: 'urn:b' }];
    expect(await addDocuments(connection, 'news', documents, { run: '7' })).toEqual({
      done: true,
      line: 2,
      accepted: 1,
      refused: 1,
      errors: [1, 2].map((line) => ({ line, message: 'x' })),
    });
    const lines = '{"id":"urn:a"}\n{"id":"urn:b"}\n';
    expect(received).toEqual(['/api/spaces/news/documents?run=7', 'application/x-ndjson', lines]);
  });

  test('streams documents and reports progress while it uploads', async () => {
    const progress: number[] = [];
    const step = (line: number, done: boolean) =>
      JSON.stringify({ done, line, accepted: line, refused: 0, errors: [] });
    const received = Promise.withResolvers<string>();
    streaming = (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
        // The last line of progress arrives in two parts.
        if (body.includes('urn:a') && progress.length === 0) response.write(`${step(1, false)}\n`);
      });
      request.on('end', () => {
        received.resolve(body);
        const [begin, end] = [step(2, true).slice(0, 9), step(2, true).slice(9)];
        response.write(begin);
        setTimeout(() => response.end(`${end}\n`), 10);
      });
    };
    onTestFinished(() => {
      streaming = undefined;
    });
    const isReported = Promise.withResolvers<void>();
    async function* documents() {
      yield { id: 'urn:a' };
      await isReported.promise;
      yield { id: 'urn:b' };
    }
    const last = await addDocuments(connection, 'news', documents(), {
      onProgress: ({ line }) => {
        progress.push(line);
        isReported.resolve();
      },
    });
    expect(last).toMatchObject({ done: true, accepted: 2 });
    expect(progress).toEqual([1, 2]);
    expect(await received.promise).toBe('{"id":"urn:a"}\n{"id":"urn:b"}\n');
  });

  test('aborts an upload whose progress listener throws, and rejects with its error', async () => {
    const isAborted = Promise.withResolvers<void>();
    answer = (request, response) => {
      request.once('close', isAborted.resolve);
      response.write(`${JSON.stringify({ line: 1, accepted: 1, refused: 0, errors: [], done: false })}\n`);
    };
    const onProgress = () => {
      throw new TypeError('broken listener');
    };
    const upload = addDocuments(connection, 'news', [{ id: 'urn:a' }], { onProgress });
    await expect(upload).rejects.toThrow(new TypeError('broken listener'));
    await isAborted.promise;
  });

  test('stops reading documents when a streamed upload is aborted', async () => {
    streaming = () => undefined;
    const hasEnded = Promise.withResolvers<void>();
    onTestFinished(() => {
      streaming = undefined;
    });
    const controller = new AbortController();
    async function* documents() {
      try {
        for (let index = 0; ; index += 1) {
          if (index === 3) controller.abort(new Error('enough'));
          yield { id: `urn:${index}` };
        }
      } finally {
        hasEnded.resolve();
      }
    }
    const { signal } = controller;
    await expect(addDocuments(connection, 'news', documents(), { signal })).rejects.toThrow('enough');
    await hasEnded.promise;
  });

  test('puts documents, and replaces a thesaurus by a stream', async () => {
    answer = (request, response, body) =>
      response.end(JSON.stringify([request.method, request.url, request.headers['content-type'], body]));
    const path = '/api/spaces/news/documents/urn%3Aa%2Fb';
    const target = { space: 'news', uri: 'urn:a/b' };
    const put = await putDocument(connection, { ...target, run: '7' }, { title: 'A' });
    expect(put).toEqual(['PUT', `${path}?run=7`, 'application/json', '{"title":"A"}']);
    const body = new Blob(['<urn:a> a <urn:b> .']).stream();
    const replaced = await replaceThesaurus(connection, 'news', { type: 'text/turtle', body });
    expect(replaced).toEqual(['PUT', '/api/spaces/news/thesaurus', 'text/turtle', '<urn:a> a <urn:b> .']);
  });

  test('reports a rejected and an interrupted upload', async () => {
    const upload = () => failure(addDocuments(connection, 'news', [{ id: 'urn:a' }]));
    answer = (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ type: '/problems/not-found', status: 404, detail: 'No space.' }));
    };
    expect(await upload()).toMatchObject({ status: 404, code: 'not-found' });
    answer = (request) => request.socket.destroy();
    expect(await upload()).toMatchObject({ status: 0, code: 'unreachable' });
    const options = { signal: AbortSignal.abort(new Error('enough')) };
    await expect(addDocuments(connection, 'news', [], options)).rejects.toThrow('enough');
    const unsendable = { id: 'urn:a', weight: 1n as unknown as number };
    expect(await failure(addDocuments(connection, 'news', [unsendable]))).toBeInstanceOf(TypeError);
  });

  test('calls a token function for every request', async () => {
    const seen: (string | undefined)[] = [];
    answer = (request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    };
    let count = 0;
    const fresh = { ...connection, token: async () => `token-${++count}` };
    await listConfigurations(fresh);
    await listConfigurations(fresh);
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('exposes the ETag and sends it as If-Match', async () => {
    answer = (request, response) =>
      response
        .setHeader('ETag', '"3"')
        .end(JSON.stringify({ ifMatch: request.headers['if-match'], prefer: request.headers.prefer }));
    let etag = '';
    await getConfiguration(connection, 7, {
      onHeaders: (headers) => {
        etag = headers.get('etag') ?? '';
      },
    });
    const seen = await updateConfiguration(
      connection,
      7,
      { config: { title: 'New' } },
      { ifMatch: etag, strict: true },
    );
    expect(seen).toEqual({ ifMatch: '"3"', prefer: 'handling=strict' });
  });

  test('rejects with the abort reason', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    answer = (request) => arrived.resolve(request);
    const controller = new AbortController();
    const pending = search(connection, 7, { input: 'slow' }, { signal: controller.signal });
    const request = await arrived.promise;
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    controller.abort(new DOMException('typed on', 'AbortError'));
    await expect(pending).rejects.toMatchObject({ name: 'AbortError', message: 'typed on' });
    await closed;
  });
});

describe('an error', () => {
  test('has status, code, detail, request id and invalid members', async () => {
    answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'r-1' }).end(
        JSON.stringify({
          type: '/problems/bad-request',
          title: 'Bad request',
          status: 400,
          detail: 'start must be an integer.',
          instance: 'r-1',
          errors: [{ key: 'start', message: 'must be an integer' }],
        }),
      );
    const error = await failure(search(connection, 7, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      code: 'bad-request',
      detail: 'start must be an integer.',
      requestId: 'r-1',
      retryAfter: null,
      errors: [{ key: 'start', message: 'must be an integer' }],
    });
  });

  test('exposes Retry-After in seconds', async () => {
    answer = (_request, response) =>
      response.writeHead(429, { 'Retry-After': '30' }).end('{"type":"/problems/too-many-requests"}');
    expect(await failure(listConfigurations(connection))).toMatchObject({
      code: 'too-many-requests',
      retryAfter: 30,
    });
  });

  test('keeps the status of an HTML error page of an intermediary', async () => {
    answer = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    expect(await failure(listConfigurations(connection))).toMatchObject({ status: 502, code: 'unreadable' });
  });

  test.each(['null', '5', '[]', '{"type":7,"detail":{},"errors":{}}'])(
    'keeps its status when its body is %s',
    async (body) => {
      answer = (_request, response) => response.writeHead(401).end(body);
      expect(await failure(listConfigurations(connection))).toMatchObject({
        status: 401,
        code: 'unreadable',
        detail: 'The service returned status 401.',
        errors: [],
      });
    },
  );

  test('is unreadable if a successful response is not JSON', async () => {
    answer = (_request, response) => response.end('<html>');
    expect(await failure(listConfigurations(connection))).toMatchObject({ status: 200, code: 'unreadable' });
  });

  test('is unreachable if the response or its body times out', async () => {
    const hasty = { ...connection, timeoutMs: 50 };
    answer = () => undefined;
    expect(await failure(listConfigurations(hasty))).toMatchObject({ status: 0, code: 'unreachable' });
    answer = (_, response) => response.write('{"result":');
    expect(await failure(listConfigurations(hasty))).toMatchObject({ status: 0, code: 'unreachable' });
  });

  test('is unreachable without a response', async () => {
    answer = (_request, response) => response.destroy();
    expect(await failure(listConfigurations(connection))).toMatchObject({ status: 0, code: 'unreachable' });
  });
});
