/** Audit trail: one entry per change with the person and the target, none for reads, and its bounds. */
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '@semantic-search/contract';
import { expect, test } from 'vitest';
import { folderOfTest, served } from '../../test/support/service.ts';
import { openContent } from '../open-content.ts';
import { auditStorage } from './audit-files.ts';

const server = served({}, openContent);
const trail = async (query = '') =>
  (await server.call('GET', `/api/audit${query}`)).body as unknown as {
    total: number;
    entries: AuditEntry[];
  };

test('names who changed what, and nothing that was read, rejected or the same before', async () => {
  const { token } = await server.issuer.access({
    subject: 'Jane',
    scopes: ['configurations:write'],
    lifetime: 60,
  });
  const asJane = { Authorization: `Bearer ${token}` };
  await server.call('POST', '/api/configurations', { config: { title: 'Town' } }, asJane);
  await server.call('PUT', '/api/configurations/1', { config: { title: 'City' } }, asJane);
  await server.call('PUT', '/api/configurations/1', { config: { title: 'City' } }, asJane);
  await server.call('POST', '/api/configurations/1/undelete', undefined, asJane);
  for (let time = 0; time < 2; time += 1)
    await server.call('POST', '/api/configurations/1/set', undefined, asJane);
  await server.call('DELETE', '/api/configurations/99', undefined, asJane);
  await server.call('POST', '/api/tokens', { name: 'x', configurations: [1] }, asJane);
  const page = (await server.call('POST', '/api/tokens', { name: 'www.example.org', configurations: [1] }))
    .body;
  await server.call('DELETE', `/api/tokens/${page.jti}`);
  await server.call('POST', '/api/spaces/town/documents', '{"id":"a"}\n', {
    'Content-Type': 'application/x-ndjson',
  });
  await server.call('PUT', '/api/spaces/town/documents/b', { id: 'b' });
  for (let time = 0; time < 2; time += 1) await server.call('PUT', '/api/spaces/town/ranking', { k1: 1.5 });
  const source = (await server.call('POST', '/api/spaces/town/sources', { starts: ['https://x.example/'] }))
    .body;
  await server.call('DELETE', `/api/spaces/town/sources/${source.id}`);
  await server.call('DELETE', '/api/spaces/town');
  await server.call('POST', '/api/configurations/1/search', {});
  const { total, entries } = await trail('?count=100');
  expect(total).toBe(entries.length);
  const rows = entries.map(({ user, action, kind, target, operation }) => [
    user,
    action,
    kind,
    target,
    operation,
  ]);
  expect(rows.reverse()).toEqual([
    ['Jane', 'created', 'configuration', '1', 'createConfiguration'],
    ['Jane', 'changed', 'configuration', '1', 'updateConfiguration'],
    ['Jane', 'changed', 'configuration', '1', 'setActiveConfiguration'],
    ['tester', 'created', 'token', page.jti, 'issueToken'],
    ['tester', 'deleted', 'token', page.jti, 'revokeToken'],
    ['tester', 'changed', 'space', 'town', 'replaceRanking'],
    ['tester', 'created', 'source', `town/${source.id}`, 'createSource'],
    ['tester', 'deleted', 'source', `town/${source.id}`, 'deleteSource'],
    ['tester', 'deleted', 'space', 'town', 'deleteSpace'],
  ]);
  expect(entries.find(({ operation }) => operation === 'issueToken')?.name).toBe('www.example.org');
  expect((await trail('?start=1&count=2')).entries).toEqual(entries.slice(1, 3));
});

test('is for administrators', async () => {
  const { token } = await server.issuer.access({
    subject: 'Jane',
    scopes: ['configurations:write'],
    lifetime: 60,
  });
  for (const path of ['/api/audit', '/api/status'])
    expect((await server.call('GET', path, undefined, { Authorization: `Bearer ${token}` })).status).toBe(
      403,
    );
});

test('a change succeeds although its entry cannot be written', async () => {
  const file = join(server.directory, 'audit.ndjson');
  await rename(file, `${file}.aside`);
  await mkdir(file);
  expect((await server.call('POST', '/api/configurations', {})).status).toBe(200);
  await rm(file, { recursive: true });
  await rename(`${file}.aside`, file);
  const { total } = await trail();
  expect((await server.call('POST', '/api/configurations', {})).status).toBe(200);
  expect((await trail()).total).toBe(total + 1);
});

test('survives half a line, and has two files of bounded size', async () => {
  const directory = await folderOfTest();
  const storage = auditStorage(directory);
  const entry = (target: string): AuditEntry => ({
    date: '2026-01-01T00:00:00.000Z',
    user: 'Jane',
    action: 'changed',
    kind: 'space',
    target,
    operation: 'replaceRanking',
  });
  expect(await storage.read(0, 10)).toEqual({ total: 0, entries: [] });
  await storage.add(entry('first'));
  await appendFile(join(directory, 'audit.ndjson'), '\n{"date":"2026');
  await storage.add(entry('second'));
  expect((await storage.read(0, 10)).entries.map(({ target }) => target)).toEqual(['second', 'first']);
  await appendFile(join(directory, 'audit.ndjson'), `${' '.repeat(6 * 1024 * 1024)}\n`);
  await storage.add(entry('third'));
  expect((await stat(join(directory, 'audit.ndjson'))).size).toBeLessThan(1000);
  expect((await storage.read(0, 2)).entries.map(({ target }) => target)).toEqual(['third', 'second']);
});
