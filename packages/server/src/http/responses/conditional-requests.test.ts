import { beforeAll, expect, test } from 'vitest';
import { served } from '../../../test/support/service.ts';

const server = served();
let etag: string;

const change = (title: string, condition: string) =>
  server.call('PUT', '/api/configurations/1', { config: { title } }, { 'If-Match': condition });

beforeAll(async () => {
  await server.call('POST', '/api/configurations', { config: { title: 'Kept' } });
  etag = (await server.call('GET', '/api/configurations/1')).headers.get('etag')!;
});

test.each([
  'xyz*',
  '"a" *',
  '*, "a"',
  '"a", *',
  'ETAG *',
  'ETAG "a"',
  'xyz ETAG',
  'xyz, ETAG',
  '"a, ETAG',
  ',',
])('returns 400 for the malformed If-Match %s and changes nothing', async (condition) => {
  expect((await change('Changed', condition.replace('ETAG', etag))).status).toBe(400);
  expect((await server.call('GET', '/api/configurations/1')).body.config!.title).toBe('Kept');
});

test.each(['W/ETAG', '"a"', '"a","b"'])(
  'returns 412 for If-Match: %s, which does not match the current version, and changes nothing',
  async (condition) => {
    expect((await change('Changed', condition.replace('ETAG', etag))).status).toBe(412);
    expect((await server.call('GET', '/api/configurations/1')).body.config!.title).toBe('Kept');
  },
);

test.each(['*', ' * ', 'ETAG', '"a",ETAG', '"a, b" , W/"c" ,, ETAG,'])(
  'accepts a change with If-Match: %s, which matches the current version',
  async (condition) => {
    expect((await change('Kept', condition.replace('ETAG', etag))).status).toBe(200);
  },
);
