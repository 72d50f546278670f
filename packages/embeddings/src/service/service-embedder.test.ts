import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServiceOptions, serviceEmbedder } from './service-embedder.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; input: string[] };
}
type Respond = (input: string[], response: ServerResponse) => void;

/** Vectors of two dimensions: the length of the text, and 1. */
const vectors = (input: string[]) => input.map((text, index) => ({ index, embedding: [text.length, 1] }));
const inReverse: Respond = (input, response) => {
  response.end(JSON.stringify({ object: 'list', data: vectors(input).reverse() }));
};
const status =
  (code: number, body = ''): Respond =>
  (_input, response) =>
    void response.writeHead(code).end(body);

let received: Received[];
let respond: Respond;
let url: string;
let close: () => Promise<void>;

beforeEach(async () => {
  [received, respond] = [[], inReverse];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text || '{}');
    received.push({ path: request.url!, headers: request.headers, body });
    respond(body.input, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
});
afterEach(() => close());

const embedder = (more: Partial<ServiceOptions> = {}) =>
  serviceEmbedder({ url, model: 'small', dimensions: 2, ...more });
const failure = (more: Partial<ServiceOptions> = {}) =>
  embedder(more)
    .embed(['sea'], 'query')
    .then(
      () => undefined,
      (error: Error & { code: string }) => ({ code: error.code, message: error.message }),
    );

describe('serviceEmbedder', () => {
  it('posts the model and the texts, and returns the vectors in the order of the texts', async () => {
    const found = await embedder({ url: `${url}/base/`, apiKey: 'secret' }).embed(['a', 'bbb'], 'document');
    expect(found.map((vector) => [...vector])).toEqual([
      [1, 1],
      [3, 1],
    ]);
    expect(received[0]).toMatchObject({
      path: '/base/v1/embeddings',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: { model: 'small', input: ['a', 'bbb'] },
    });
  });

  it('sends no Authorization header without a key', async () => {
    await embedder().embed(['a'], 'query');
    expect(received[0]!.headers.authorization).toBeUndefined();
  });

  it('divides many texts into batches', async () => {
    const texts = Array.from({ length: 7 }, (_, i) => 'x'.repeat(i + 1));
    const found = await embedder({ batchSize: 3 }).embed(texts, 'document');
    expect(found.map(([length]) => length)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(received.map(({ body }) => body.input.length)).toEqual([3, 3, 1]);
  });

  it('cuts long texts and adds the prefix of the kind', async () => {
    const options = { maxTextLength: 10, prefixes: { query: 'query: ', document: 'doc: ' } };
    await embedder(options).embed(['abcdefgh'], 'query');
    await embedder(options).embed(['abcdefgh'], 'document');
    expect(received.map(({ body }) => body.input)).toEqual([['query: abc'], ['doc: abcde']]);
  });

  it.each([
    [401, 'unauthorized', 'The embedding service rejects the API key (status 401).'],
    [400, 'rejected', 'The embedding service returned status 400: too long'],
    [429, 'unavailable', 'The embedding service returned status 429: too long'],
    [503, 'unavailable', 'The embedding service returned status 503: too long'],
  ])('reports status %i as %s', async (code, expected, message) => {
    respond = status(code, JSON.stringify({ error: { message: 'too long' } }));
    expect(await failure()).toEqual({ code: expected, message });
  });

  it.each([
    ['no JSON', '<html>'],
    ['no data', '{}'],
    ['too few vectors', '{"data":[]}'],
    ['two vectors for one text', '{"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}'],
    ['an unknown index', '{"data":[{"index":5,"embedding":[1,2]}]}'],
    ['a name as index', '{"data":[{"index":"length","embedding":[1,2]}]}'],
    ['a text instead of numbers', '{"data":[{"index":0,"embedding":"AAAA"}]}'],
    ['null', '{"data":[null]}'],
    ['other dimensions', '{"data":[{"index":0,"embedding":[1,2,3]}]}'],
    ['an infinite number', '{"data":[{"index":0,"embedding":[1e999,1]}]}'],
  ])('rejects a response with %s', async (_title, body) => {
    respond = status(200, body);
    expect((await failure())?.code).toBe('invalid-response');
  });

  it('rejects after the timeout', async () => {
    respond = () => undefined;
    expect(await failure({ timeoutMs: 50 })).toEqual({
      code: 'timeout',
      message: 'The embedding service did not respond within 50 ms.',
    });
  });

  it('rejects a response whose body takes longer than the timeout', async () => {
    respond = (_input, response) => void response.write('{"data":');
    expect((await failure({ timeoutMs: 50 }))?.code).toBe('timeout');
  });

  it('reports a service that cannot be reached', async () => {
    await close();
    expect(await failure()).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('follows no redirect', async () => {
    respond = (_input, response) => void response.writeHead(307, { Location: `${url}/other` }).end();
    expect((await failure({ apiKey: 'secret' }))?.code).toBe('unavailable');
    expect(received).toHaveLength(1);
  });

  it('rejects with the reason of the signal', async () => {
    respond = () => undefined;
    const controller = new AbortController();
    const pending = embedder().embed(['sea'], 'query', controller.signal);
    controller.abort(new Error('gone'));
    await expect(pending).rejects.toThrow('gone');
  });
});
