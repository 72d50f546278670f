/** Status of the server: components, findings in a worker, ending tokens, disk and spaces. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceStatus } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';

const server = served({}, openContent);

test('says on one page what works and what needs attention', async () => {
  await server.call('POST', '/api/spaces/town/documents', '{"id":"a","title":"A"}\n', {
    'Content-Type': 'application/x-ndjson',
  });
  await server.call('POST', '/api/spaces/town/sources', { starts: ['https://x.example/'] });
  await server.created({ searchSpace: 'town' });
  const soon = { name: 'soon', configurations: [1], lifetime: 10 * 24 * 3600 };
  await server.call('POST', '/api/tokens', soon);
  await server.call('POST', '/api/tokens', { name: 'later', configurations: [1] });
  const revoked = (await server.call('POST', '/api/tokens', { ...soon, name: 'revoked' })).body;
  await server.call('DELETE', `/api/tokens/${revoked.jti}`);
  await mkdir(join(server.directory, 'spaces/broken'), { recursive: true });
  await writeFile(join(server.directory, 'spaces/broken/space.sqlite'), 'no database');
  const { status, body } = await server.call('GET', '/api/status');
  expect(status).toBe(200);
  const { version, components, findings, disk, spaces } = body as unknown as ServiceStatus;
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(components).toContainEqual({ name: 'configurations', ready: true });
  expect(components).toContainEqual({ name: 'search', ready: true });
  expect(findings.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['configurations', 'keys.json', 'tokens.json', 'search space town', 'disk']),
  );
  const tokens = findings.filter(({ part }) => part.startsWith('token '));
  expect(tokens).toEqual([
    { part: 'token soon', state: 'doubtful', message: expect.stringMatching(/^ends on 2\d{3}-/) },
  ]);
  expect(disk.free).toBeGreaterThan(0);
  expect(disk.total).toBeGreaterThanOrEqual(disk.free);
  const town = spaces.find(({ name }) => name === 'town');
  expect(town).toMatchObject({ documents: 1, healthy: true, sources: [{ schedule: null }] });
});
