/** Bodies of 300 MB are refused with a problem, and take no memory to speak of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../../../test/service.testing.ts';

let service: Service;
let remove: () => Promise<void>;

beforeAll(async () => {
  const directory = await temporaryDirectory();
  remove = directory.remove;
  service = await startService(directory.path, { LOG_LEVEL: 'error' }, []);
  // The first document opens the space.
  const type = { 'Content-Type': 'application/x-ndjson' };
  await service.call('POST', '/api/spaces/large/documents', { body: '{"id":"urn:a"}', headers: type });
});
afterAll(async () => {
  await service?.stop();
  await remove?.();
});

/** Of the server process, in MB. */
async function memory(): Promise<number> {
  const text = String((await service.call('GET', '/metrics', { token: '' })).body);
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

/** Sends the beginning and 300 MB more that have no end of line. */
async function send(method: string, path: string, mediaType: string, beginning: string) {
  const headers = { Authorization: `Bearer ${service.everything}`, 'Content-Type': mediaType };
  const body = Buffer.alloc(300_000_000, 'x');
  body.write(beginning);
  const answer = await fetch(service.url + path, { method, headers, body });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

test.each([
  ['a line of documents', 413, 'POST', '/documents', 'application/x-ndjson', '{"id":"urn:b","title":"'],
  ['a field of a table', 413, 'POST', '/documents', 'text/csv', 'id,title\nurn:b,"'],
  ['one document', 413, 'PUT', '/documents/urn%3Ab', 'application/json', '{"id":"urn:b","title":"'],
])('%s of 300 MB is %i', async (_what, status, method, path, mediaType, beginning) => {
  const before = await memory();
  const answer = await send(method, `/api/spaces/large${path}`, mediaType, beginning);
  expect(answer).toMatchObject({ status, type: 'application/problem+json' });
  expect(JSON.parse(answer.text)).toMatchObject({ status });
  expect((await memory()) - before).toBeLessThan(200);
  expect((await service.call('GET', '/api/spaces/large/documents/urn%3Ab')).status).toBe(404);
});
