import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repairDirectory } from '../../../cli/src/state/doctor.ts';
import { everyScope, type Server } from '../../test/support/server.ts';
import { directoryForEach } from '../../test/support/service.ts';
import { withChecksum } from '../filesystem/checksummed-file.ts';
import { openContent } from '../open-content.ts';
import { historyPath } from '../stores/file/history-file.ts';
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

  test('reports what is in quarantine, but no empty folder of a restore', async () => {
    await (await start()).issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    await stop();
    const quarantine = join(place.directory, 'quarantine');
    await mkdir(join(quarantine, 'before-restore-1'), { recursive: true });
    expect((await found()).get('quarantine')).toBeUndefined();
    await writeFile(join(quarantine, 'damaged.json'), 'damaged');
    expect((await found()).get('quarantine')?.message).toContain('1 entries');
  });

  test('distinguishes a torn history from a damaged one, repairs the latter, and reports lost revocations', async () => {
    const server = await start();
    await fill(server);
    await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    await stop();
    const path = historyPath(place.directory, 1);
    const bytes = await readFile(path, 'utf8');
    await appendFile(path, '{"version":8');
    expect((await states()).configurations).toBe('doubtful');
    await writeFile(path, bytes.replace('One', 'Won'));
    await writeFile(join(place.directory, 'tokens.json'), '{"issued":');
    await chmod(join(place.directory, 'keys.json'), 0o644);
    const findings = await diagnose(place.directory);
    expect(await states()).toMatchObject({
      configurations: 'damaged',
      'tokens.json': 'damaged',
      'keys.json': 'doubtful',
    });
    const secret = { foreignKeys: true };
    expect(JSON.stringify(await diagnose(place.directory, secret))).toContain(
      'The list of revoked tokens is lost',
    );
    expect((await repairDirectory(place.directory, findings)).join(' ')).toContain('all tokens are invalid');
    const after = await start();
    const old = { Authorization: `Bearer ${server.token}` };
    expect((await after.call('GET', '/api/configurations/1', undefined, old)).status).toBe(401);
    expect((await after.call('GET', '/api/configurations/1')).body.config!.title).toBe('One');
  });

  test('warns that revoked tokens are valid again if their keys are not in the data directory', async () => {
    const given = { ACCESS_TOKEN_SECRETS: 's'.repeat(40) };
    const server = await start(given);
    const { token, jti } = await server.issuer.access({ subject: 'ann', scopes: everyScope, lifetime: 600 });
    const old = { Authorization: `Bearer ${token}` };
    await server.tokens.revoke(jti);
    expect((await server.call('GET', '/api/configurations', undefined, old)).status).toBe(401);
    await stop();
    await writeFile(join(place.directory, 'tokens.json'), '{"issued":');
    const [reported] = await repairDirectory(
      place.directory,
      await diagnose(place.directory, { foreignKeys: true }),
      true,
    );
    expect(reported).toMatch(/valid again until they expire. Change the secrets/);
    expect(reported).not.toContain('all tokens are invalid');
    const after = await start(given);
    expect((await after.call('GET', '/api/configurations', undefined, old)).status).toBe(200);
  });

  test('reports a damaged database of content', async () => {
    await fill(await start());
    await stop();
    const path = join(place.directory, 'spaces', 'animals', 'space.sqlite');
    const bytes = await readFile(path);
    bytes.fill(7, 0, Math.min(bytes.length, 8192));
    await writeFile(path, bytes);
    const findings = await diagnose(place.directory);
    expect((await states())['search space animals']).toBe('damaged');
    expect((await repairDirectory(place.directory, findings)).join()).toContain(
      'Search space animals: unreadable',
    );
  });

  test('salvages readable content and moves the damaged files to quarantine', async () => {
    const server = await start();
    const lines = Array.from({ length: 300 }, (_, i) =>
      JSON.stringify({
        id: `urn:${i}`,
        title: 'Wren',
        description: 'Small and loud. '.repeat(50),
        subjects: [],
      }),
    );
    const type = { 'Content-Type': 'application/x-ndjson' };
    await server.call('POST', '/api/spaces/animals/documents', lines.join('\n'), type);
    await stop();
    const path = join(place.directory, 'spaces', 'animals', 'space.sqlite');
    const bytes = await readFile(path);
    const middle = Math.floor(bytes.length / 2 / 16_384) * 16_384;
    bytes.fill(7, middle, middle + 16_384);
    await writeFile(path, bytes);
    const findings = await diagnose(place.directory);
    expect((await states())['search space animals']).toBe('damaged');
    expect((await repairDirectory(place.directory, findings)).join()).toMatch(
      /animals: recovered 2\d\d documents/,
    );
    expect((await states())['search space animals']).toBe('good');
  });

  test('reports a damaged history, as reading it does, and repairs it', async () => {
    const server = await start();
    await fill(server);
    const before = (await server.call('GET', '/api/configurations')).body;
    await stop();
    const path = historyPath(place.directory, 1);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"user":"', '"user":"x'));
    await expect(start()).rejects.toThrow(/1\.history\.jsonl.*semantic-search doctor --repair/);
    const findings = await diagnose(place.directory);
    expect(findings.find(({ part }) => part === 'configurations')).toMatchObject({
      state: 'damaged',
      message: expect.stringContaining('1.history.jsonl: the line after version'),
    });
    await repairDirectory(place.directory, findings);
    expect((await states()).configurations).toBe('good');
    const again = await start();
    expect((await again.call('GET', '/api/configurations')).body).toEqual(before);
    expect((await again.call('POST', '/api/configurations')).body.id).toBe(5);
  });

  const misshapen: [string, string, string][] = ['keys.json', 'tokens.json'].flatMap((name) => [
    [name, 'is an empty object', '{}'],
    [name, 'is a list', '[]'],
    [name, 'is null', 'null'],
    [name, 'has other members', JSON.stringify(withChecksum({ issued: [], revoked: {}, keys: {} }))],
    [name, 'has other elements', JSON.stringify(withChecksum({ issued: [], revoked: [{}], keys: [{}] }))],
    [name, 'has no checksum', JSON.stringify({ issued: [], revoked: [] })],
  ]) as [string, string, string][];

  test.each(misshapen)(
    'reports %s as damaged that %s, like a start, and repairs it',
    async (name, _how, text) => {
      const { token } = await start();
      await stop();
      await writeFile(join(place.directory, name), text);
      await expect(start()).rejects.toThrow(new RegExp(`${name} is damaged`));
      const findings = await diagnose(place.directory);
      expect((await states())[name]).toBe('damaged');
      await repairDirectory(place.directory, findings);
      const again = await start();
      const headers = { Authorization: `Bearer ${token}` };
      expect((await again.call('GET', '/api/configurations', undefined, headers)).status).toBe(401);
    },
  );

  test('reports a key that is too short and a kind without keys', async () => {
    await start();
    await stop();
    const path = join(place.directory, 'keys.json');
    const { keys } = JSON.parse(await readFile(path, 'utf8'));
    for (const changed of [[keys[0]], [keys[0], { ...keys[1], secret: 'AA' }]]) {
      await writeFile(path, JSON.stringify(withChecksum({ keys: changed })));
      expect((await states())['keys.json']).toBe('damaged');
    }
  });

  test('does not report what a running server is writing', async () => {
    const server = await start();
    await fill(server);
    await rm(join(place.directory, 'configurations', '1.json'));
    await appendFile(historyPath(place.directory, 1), '{"version":8');
    expect((await found()).get('configuration documents')).toMatchObject({
      state: 'good',
      message: expect.stringContaining('updating'),
    });
    expect((await found()).get('configurations')?.state).toBe('good');
  });

  test('reports documents that differ from their histories, and writes them again', async () => {
    const server = await start();
    await fill(server);
    await stop();
    const path = join(place.directory, 'configurations', '1.json');
    const wanted = await readFile(path, 'utf8');
    for (const content of ['garbage', wanted.replace('One', 'Won')]) {
      await writeFile(path, content);
      expect((await states())['configuration documents']).toBe('doubtful');
      await repairDirectory(place.directory, await diagnose(place.directory));
      expect((await states())['configuration documents']).toBe('good');
      expect(await readFile(path, 'utf8')).toBe(wanted);
    }
  });
});
