/** Encoded and unusual IDs of configurations, search spaces and documents are taken literally or return 404. */
import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from '../../test/support/problem.ts';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);

beforeAll(async () => {
  const { body } = await server.call('POST', '/api/configurations', { config: { searchSpace: 'ids' } });
  await server.call('POST', `/api/configurations/${body.id}/set`);
});

describe('encoded ids', () => {
  const disguises = [
    '0',
    '-1',
    '01',
    '+1',
    '1.0',
    '1e0',
    '0x1',
    '1 ',
    ' 1',
    '1;2',
    '1,2',
    '1%00',
    '%31%20',
    '١',
    '１',
    'NaN',
    'null',
    'undefined',
    'true',
    '[1]',
    '{}',
    '2147483648',
    '9007199254740993',
    '1e400',
    '__proto__',
    'constructor',
    'toString',
    'ACTIVE',
    'Default',
    '%61ctiv%65%20',
    '..',
    '%2e%2e',
    '..%2f1',
    '%2e%2e%2f1',
    "1' or '1'='1",
    '1%0d%0aX-Evil:%201',
    '<script>',
    '%',
    '%zz',
  ];
  const tails = ['', '/logs', '/search', '/document?uri=urn%3Awren', '/logs/1/restore'];
  test.each(disguises)('returns 404 for the configuration id %s', async (id) => {
    for (const tail of tails) {
      const method = /search|restore/.test(tail) ? 'POST' : 'GET';
      const response = await server.call(method, `/api/configurations/${id.replaceAll(' ', '%20')}${tail}`);
      expect(response.headers.get('x-evil')).toBeNull();
      // Clients resolve dot segments, so these requests are for another resource.
      if (!/^(?:\.\.|%2e%2e)$/.test(id)) expectProblem(response, 404);
    }
  });

  const names = [
    '..',
    '%2e%2e',
    '...',
    '.git',
    '-a',
    'a%2fb',
    'a%5cb',
    'a%00b',
    'a%0ab',
    '__proto__',
    'x'.repeat(101),
    'é',
    '%',
  ];
  test.each(names)('returns 404 for the search space %s', async (name) => {
    const type = { 'Content-Type': 'application/x-ndjson' };
    const response = await server.call('POST', `/api/spaces/${name}/documents`, '{"id":"urn:a"}', type);
    expectProblem(response, 404);
    expect((await server.call('GET', '/api/spaces')).body.spaces).not.toContainEqual({ name });
  });

  test.each([
    '__proto__',
    'constructor',
    '../../keys.json',
    'urn:\0',
    "'; drop table documents; --",
    '\r\nX-Evil: 1',
  ])('accepts %j as a document ID', async (id) => {
    const path = `/api/spaces/ids/documents/${encodeURIComponent(id)}`;
    const type = { 'Content-Type': 'application/x-ndjson' };
    await server.call('POST', '/api/spaces/ids/documents', '{"id":"urn:first"}', type);
    expectProblem(await server.call('GET', path), 404);
    const put = await server.call('PUT', path, { title: 'Named oddly' });
    expect([200, 400]).toContain(put.status);
    if (put.status === 400) return expectProblem(put, 400);
    expect(put.headers.get('x-evil')).toBeNull();
    expect((await server.call('GET', path)).body).toMatchObject({ title: 'Named oddly' });
    expect((await server.call('DELETE', path)).status).toBe(200);
    expectProblem(await server.call('GET', path), 404);
  });
});

test('the document `..`, which clients remove from a path, does not delete its search space', async () => {
  const document = JSON.stringify({ id: '..', title: 'Parent' });
  const type = { 'Content-Type': 'application/x-ndjson' };
  await server.call('POST', '/api/spaces/parents/documents', document, type);
  expectProblem(await server.call('DELETE', '/api/spaces/parents/documents/..'), 404);
  const { body } = await server.call('POST', '/api/spaces/parents/documents:delete', { ids: ['..'] });
  expect(body.deleted).toEqual(['..']);
});
