/** Liveness of the service while it reads two megabytes that somebody wrote to stop it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hostilePages } from '../../packages/sources/test/hostile-pages.fixture.ts';
import { served } from '../support/fixtures.ts';

const LENGTH = 2_000_000;
const documents = '/api/spaces/town/documents';
const lineOf = (html: string) => JSON.stringify({ id: 'urn:a', html });
const thesaurus = '/api/spaces/town/thesaurus';

const pageOf = (write: (count: number) => string) => write(Math.ceil((LENGTH * 1200) / write(1200).length));
const pages = [
  'nested headings with links',
  'a list of names',
  'nested breadcrumbs',
  'many attributes',
  'entities',
  'unclosed cells',
  'deep JSON',
  'many shapes',
].map((name) => [name, 'POST', documents, 'application/x-ndjson', lineOf(pageOf(hostilePages[name]!))]);

const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="urn:e:"';
const uploads = [
  ['a CSV file of one line', 'POST', documents, 'text/csv', `id,title\na,${'x'.repeat(LENGTH)}`],
  ['quotes of CSV', 'POST', documents, 'text/csv', `id,title\na,"${'""'.repeat(LENGTH / 2)}"`],
  [
    'lines after an open quotation mark of CSV',
    'POST',
    documents,
    'text/csv',
    `id,title\na,"${'x\n'.repeat(LENGTH / 2)}`,
  ],
  ['a list in a CSV cell', 'POST', documents, 'text/csv', `id,tags\na,${'1|'.repeat(LENGTH / 2)}`],
  ['deep JSON lines', 'POST', documents, 'application/x-ndjson', `{"id":"a","x":${'['.repeat(LENGTH)}`],
  [
    'escapes of JSON',
    'POST',
    documents,
    'application/x-ndjson',
    `{"id":"a","x":"${'\\"'.repeat(LENGTH / 2)}"}`,
  ],
  ['blank lines', 'POST', documents, 'application/x-ndjson', '\n'.repeat(LENGTH)],
  ['brackets of Turtle', 'PUT', thesaurus, 'text/turtle', `<urn:a> <urn:b> ${'['.repeat(LENGTH)}`],
  [
    'nested RDF/XML',
    'PUT',
    thesaurus,
    'application/rdf+xml',
    `<rdf:RDF ${rdf}>${'<e:a><e:b>'.repeat(LENGTH / 10)}`,
  ],
];

const service = served({}, []);

beforeAll(async () => {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', documents, { body: '{"id":"urn:first"}', headers });
});

describe('the service stays responsive while it reads', () => {
  it.each([...pages, ...uploads] as [string, string, string, string, string][])(
    '%s',
    async (_, method, path, type, body) => {
      let isReading = true;
      const reading = service.call(method, path, { body, headers: { 'Content-Type': type } }).finally(() => {
        isReading = false;
      });
      const times: number[] = [];
      while (isReading) {
        const begin = performance.now();
        expect((await service.call('GET', '/health')).status).toBe(200);
        times.push(performance.now() - begin);
      }
      expect([200, 400]).toContain((await reading).status);
      // A busy machine may delay a few; a service that reads by itself delays at least one for seconds.
      expect(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(200);
      expect(Math.max(...times)).toBeLessThan(1000);
    },
  );
});
