/** Bodies of 300 MB are rejected with a problem and bounded memory: one by one, concurrently, or aborted. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { served } from '../../../../test/support/fixtures.ts';
import { growthDuring } from '../support/memory.ts';

/** In MB above the baseline: the accepted beginning of a body, and garbage. */
const mostGrowth = 300;

const service = served({ LOG_LEVEL: 'error' }, []);

beforeAll(async () => {
  // The first document opens the space, the first thesaurus starts its worker.
  const type = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', '/api/spaces/large/documents', { body: '{"id":"urn:a"}', headers: type });
  const turtle = { body: concept, headers: { 'Content-Type': 'text/turtle' } };
  expect((await service.call('PUT', '/api/spaces/large/thesaurus', turtle)).status).toBe(200);
  await service.call('POST', '/api/configurations', { body: { config: { searchSpace: 'large' } } });
});

const skos = 'http://www.w3.org/2004/02/skos/core#';
const concept = `<urn:a> a <${skos}Concept> ; <${skos}prefLabel> "A"@en .`;
const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="${skos}">`;

function begin(method: string, path: string, mediaType: string): ClientRequest {
  const headers = { Authorization: `Bearer ${service.adminToken}`, 'Content-Type': mediaType };
  const clientRequest = request(service.url + path, { method, headers });
  clientRequest.on('error', () => undefined); // A rejected client may find the connection closed while sending.
  return clientRequest;
}

/** Sends the beginning, then pieces until `count` of them are sent or the response arrives. */
async function send(clientRequest: ClientRequest, beginning: string, piece: string, count: number) {
  const responded = once(clientRequest, 'response') as Promise<[IncomingMessage]>;
  let done = false;
  // Attached at once, because no `drain` event occurs after the response.
  clientRequest.once('response', () => (done = true));
  responded.catch(() => undefined); // The awaiting caller gets the error.
  clientRequest.write(beginning);
  for (let sent = 0; sent < count && !done && !clientRequest.destroyed; sent += 1) {
    if (!clientRequest.write(piece)) await oneOf(clientRequest, ['drain', 'close', 'response']);
  }
  clientRequest.end();
  const [response] = await responded;
  const text = (await response.toArray()).map(String).join('');
  return { status: response.statusCode, type: response.headers['content-type'], text };
}

function oneOf(clientRequest: ClientRequest, events: string[]): Promise<void> {
  return new Promise((resolve) => {
    const happened = () => {
      for (const event of events) clientRequest.off(event, happened);
      resolve();
    };
    for (const event of events) clientRequest.on(event, happened);
  });
}

const mebibyte = 'x'.repeat(2 ** 20);
const documents = '/api/spaces/large/documents';
const thesaurus = '/api/spaces/large/thesaurus';

describe('a body of 300 MB', () => {
  test.each([
    ['a line of documents', 413, 'POST', documents, 'application/x-ndjson', '{"id":"urn:b","title":"'],
    ['one document', 413, 'PUT', `${documents}/urn%3Ab`, 'application/json', '{"id":"urn:b","title":"'],
    ['a configuration', 413, 'POST', '/api/configurations', 'application/json', '{"config":{"title":"'],
    ['a search', 413, 'POST', '/api/configurations/1/search', 'application/json', '{"input":"'],
    ['a text', 413, 'POST', '/api/configurations/1/extractConcepts', 'application/json', '{"text":"'],
    ['a token', 413, 'POST', '/api/tokens', 'application/json', '{"name":"'],
    ['a literal of Turtle', 413, 'PUT', thesaurus, 'text/turtle', `<urn:b> <${skos}prefLabel> "`],
    ['a long literal of Turtle', 413, 'PUT', thesaurus, 'text/turtle', `<urn:b> <${skos}prefLabel> """`],
    [
      'a literal of N-Triples',
      413,
      'PUT',
      thesaurus,
      'application/n-triples',
      `<urn:b> <${skos}prefLabel> "`,
    ],
    [
      'a text of RDF/XML',
      413,
      'PUT',
      thesaurus,
      'application/rdf+xml',
      `${rdf}<s:Concept rdf:about="urn:b"><s:prefLabel>`,
    ],
    ['an attribute of RDF/XML', 413, 'PUT', thesaurus, 'application/rdf+xml', `${rdf}<s:Concept rdf:about="`],
  ])('rejects %s with %i', async (_what, status, method, path, mediaType, beginning) => {
    const { result, growth } = await growthDuring(service, () =>
      send(begin(method, path, mediaType), beginning, mebibyte, 300),
    );
    expect(result, result.text).toMatchObject({ status, type: 'application/problem+json' });
    expect(JSON.parse(result.text)).toMatchObject({ status });
    expect(result.text.length).toBeLessThan(1000);
    expect(growth).toBeLessThan(mostGrowth);
    await expectAllAsBefore();
  });
});

test('a field of a table of 300 MB is rejected with its line', async () => {
  const { result, growth } = await growthDuring(service, () =>
    send(begin('POST', documents, 'text/csv'), 'id,title\nurn:b,"', mebibyte, 300),
  );
  expect(result.status).toBe(200);
  const [first] = result.text.split('\n');
  expect(JSON.parse(first!)).toMatchObject({ accepted: 0, refused: 1, errors: [{ line: 2 }] });
  expect(growth).toBeLessThan(mostGrowth);
  await expectAllAsBefore();
});

describe('a deeply nested thesaurus', () => {
  const open = `${rdf}<s:Concept rdf:about="urn:b">`;
  test.each([
    ['Turtle', 400, 'text/turtle', '<urn:b> <urn:c> ', '[ <urn:c> '.repeat(10_000)],
    ['lists of Turtle', 400, 'text/turtle', '<urn:b> <urn:c> ', '( '.repeat(10_000)],
    ['RDF/XML', 400, 'application/rdf+xml', open, '<s:broader><s:Concept>'.repeat(10_000)],
  ])('rejects %s with %i', async (_what, status, mediaType, beginning, piece) => {
    const clientRequest = begin('PUT', thesaurus, mediaType);
    const { result, growth } = await growthDuring(service, () =>
      send(clientRequest, beginning, piece, 10_000),
    );
    expect(result, result.text).toMatchObject({ status, type: 'application/problem+json' });
    expect(growth).toBeLessThan(mostGrowth);
    await expectAllAsBefore();
  });
});

test('a thousand aborted uploads leave nothing behind', async () => {
  const kinds: [string, string, string, string][] = [
    ['POST', documents, 'application/x-ndjson', '{"id":"urn:c"}\n'],
    ['PUT', thesaurus, 'text/turtle', `<urn:c> a <${skos}Concept> .\n`],
    ['PUT', `${documents}/urn%3Ac`, 'application/json', '{"id":"urn:c",'],
    ['POST', '/api/configurations', 'application/json', '{"config":'],
  ];
  const breakOff = async ([method, path, type, beginning]: (typeof kinds)[number]) => {
    const clientRequest = begin(method, path, type);
    await new Promise((sent) => clientRequest.write(beginning, sent));
    clientRequest.destroy();
  };
  const { growth } = await growthDuring(service, async () => {
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => breakOff(kinds[i % kinds.length]!)));
    }
  });
  expect(growth).toBeLessThan(mostGrowth);
  // The readers notice the aborts eventually.
  const turtle = { body: concept, headers: { 'Content-Type': 'text/turtle' } };
  const again = async () => (await service.call('PUT', thesaurus, turtle)).status;
  await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200);
  await expectAllAsBefore();
});

test('of many concurrent uploads some are rejected with Retry-After', async () => {
  const clientRequest = Array.from({ length: 100 }, (_, i) =>
    i % 2 === 0 ? begin('PUT', thesaurus, 'text/turtle') : begin('POST', documents, 'application/x-ndjson'),
  );
  const { growth } = await growthDuring(service, async () => {
    const statuses: number[] = [];
    for (const each of clientRequest) {
      each.on('response', ({ statusCode, headers }) => {
        statuses.push(statusCode!);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      });
      each.write('# A line that is begun');
    }
    // One token has at most half of the two thesauri and sixteen document streams that may run.
    await expect.poll(() => statuses, { timeout: 60_000 }).toEqual(Array(91).fill(503));
  });
  expect(growth).toBeLessThan(mostGrowth);
  for (const each of clientRequest) each.destroy();
  await expectAllAsBefore();
});

test('a hundred concurrent large bodies are accepted or rejected with bounded memory', async () => {
  const body = JSON.stringify({ text: 'x '.repeat(500_000) });
  const ask = () =>
    service.call('POST', '/api/configurations/1/extractConcepts', { body }).catch(() => 'turned away');
  const { result, growth } = await growthDuring(service, () => Promise.all(Array.from({ length: 100 }, ask)));
  const statuses = result.map((each) => (typeof each === 'string' ? 503 : each.status));
  expect(statuses.filter((status) => ![200, 503, 504].includes(status))).toEqual([]);
  expect(growth).toBeLessThan(2 * mostGrowth);
  await expectAllAsBefore();
});

/** One configuration, one document and one concept are found, and the server is healthy. */
async function expectAllAsBefore(): Promise<void> {
  expect((await service.call('GET', '/ready')).status).toBe(200);
  expect(Object.keys((await service.call('GET', '/api/configurations')).body.configurations!)).toHaveLength(
    1,
  );
  const { body } = await service.call('GET', '/api/spaces');
  expect(body.spaces).toMatchObject([{ name: 'large', documents: 1, concepts: 1 }]);
  expect(service.printed()).not.toContain('internal-error');
}
