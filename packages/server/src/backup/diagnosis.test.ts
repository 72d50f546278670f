import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Server } from '../../test/support/server.ts';
import { directoryForEach } from '../../test/support/service.ts';
import { RESTORE_MARKER } from '../filesystem/lock.ts';
import { openContent } from '../open-content.ts';
import { diagnose } from './diagnosis.ts';

const place = directoryForEach(openContent);
const { start, stop } = place;

async function fill(server: Server): Promise<void> {
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await server.call('POST', '/api/configurations', { config: { title, searchSpace: 'animals' } });
  }
  await server.call('PUT', '/api/configurations/2', { config: { title: 'Second' } });
  await server.call('POST', '/api/configurations/2/set');
  await server.call('DELETE', '/api/configurations/4');
  const document = JSON.stringify({ id: 'urn:wren', title: 'Wren' });
  const type = { 'Content-Type': 'application/x-ndjson' };
  await server.call('POST', '/api/spaces/animals/documents', document, type);
}

const found = async () =>
  new Map((await diagnose(place.directory)).map((finding) => [finding.part, finding]));
const states = async () =>
  Object.fromEntries((await diagnose(place.directory)).map(({ part, state }) => [part, state]));

describe('the doctor', () => {
  test('reports a healthy directory as good, even while a server runs', async () => {
    const server = await start();
    await fill(server);
    await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    expect(await states()).toMatchObject({ 'search space animals': 'good', 'keys.json': 'good' });
    await stop();
    expect(
      Object.entries(await states()).filter(([part, state]) => part !== 'disk' && state !== 'good'),
    ).toEqual([]);
  });

  test('names damaged documents, which the server reports too', async () => {
    await fill(await start());
    await stop();
    await writeFile(join(place.directory, 'configurations', '1.json'), '{');
    await writeFile(join(place.directory, 'state.json'), '');
    expect((await found()).get('configuration 1')).toMatchObject({
      state: 'damaged',
      message: expect.stringMatching(/1\.json is damaged: not valid JSON; restore a backup/),
    });
    expect(await states()).toMatchObject({ configurations: 'good', 'active configuration': 'damaged' });
    const server = await start();
    const ready = await server.call('GET', '/ready');
    expect(ready.status).toBe(200);
    expect(ready.body.parts).toMatchObject({
      configurations: 'ready',
      'configuration 1': 'not ready',
      'active configuration': 'not ready',
    });
    expect((await server.call('GET', '/api/configurations/1')).status).toBe(503);
    expect((await server.call('GET', '/api/configurations/active')).status).toBe(503);
    expect((await server.call('GET', '/api/configurations/2')).status).toBe(200);
  });

  test('reports an interrupted restore', async () => {
    await start();
    await stop();
    await writeFile(join(place.directory, RESTORE_MARKER), '');
    expect((await states()).restore).toBe('damaged');
  });

  test('reports a damaged database of content', async () => {
    await fill(await start());
    await stop();
    const path = join(place.directory, 'spaces', 'animals', 'space.sqlite');
    const bytes = await readFile(path);
    bytes.fill(7, 0, Math.min(bytes.length, 8192));
    await writeFile(path, bytes);
    expect((await found()).get('search space animals')).toMatchObject({
      state: 'damaged',
      message: expect.stringContaining('restore a backup, or ingest the content again'),
    });
  });

  test.each(['keys.json', 'tokens.json'])(
    'reports a %s that other users can read, or that is damaged',
    async (name) => {
      await (await start()).issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
      await stop();
      await chmod(join(place.directory, name), 0o644);
      expect((await states())[name]).toBe('doubtful');
      for (const content of ['{}', '[]', 'null', '{"issued":[],"revoked":[{}],"keys":[{}]}']) {
        await writeFile(join(place.directory, name), content);
        expect((await states())[name]).toBe('damaged');
        await expect(start()).rejects.toThrow(new RegExp(`${name} is damaged`));
      }
    },
  );

  test('reports a key that is too short and a kind without keys', async () => {
    await start();
    await stop();
    const path = join(place.directory, 'keys.json');
    const { keys } = JSON.parse(await readFile(path, 'utf8'));
    for (const changed of [[keys[0]], [keys[0], { ...keys[1], secret: 'AA' }]]) {
      await writeFile(path, JSON.stringify({ keys: changed }));
      expect((await states())['keys.json']).toBe('damaged');
    }
  });
});
