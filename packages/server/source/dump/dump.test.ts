import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { extract } from 'tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dropKey, listKeys, rotateKey } from '../authentication/rotation.ts';
import { logPath } from '../configurations/durable/log.ts';
import { replay } from '../configurations/durable/replay.ts';
import { openDurableStore } from '../configurations/durable/store.ts';
import { titled } from '../configurations/fixtures.testing.ts';
import { diagnose } from './diagnosis.ts';
import { isStaged, stageDump, takeOrHolder, takeStaged } from './restore-dump.ts';
import { type Server, serversOver } from './servers.testing.ts';
import { writeDump } from './write-dump.ts';

let directory: string;
let outside: string;
let file: string;
const { start, stop } = serversOver(() => directory);

beforeEach(async () => {
  [directory, outside] = [await mkdtemp(join(tmpdir(), 'state-')), await mkdtemp(join(tmpdir(), 'dumps-'))];
  file = join(outside, 'dump.tar.gz');
});

afterEach(async () => {
  await stop();
  for (const path of [directory, outside]) await rm(path, { recursive: true });
});

const put = (server: Server, name: string) =>
  server.call('POST', '/api/spaces/animals/documents', JSON.stringify({ id: `urn:${name}`, title: name }), {
    'Content-Type': 'application/x-ndjson',
  });

async function fill(server: Server): Promise<void> {
  for (const title of ['One', 'Two']) {
    await server.call('POST', '/api/configurations', { config: { title, searchSpace: 'animals' } });
  }
  await server.call('POST', '/api/configurations/2/set');
  expect((await put(server, 'wren')).status).toBe(200);
}

/** All that a client can see, by a token that was issued before the dump. */
async function seen(server: Server, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = async (method: string, path: string, body?: object) =>
    (await server.call(method, path, body, headers)).body;
  const { result, total } = await answer('POST', '/api/configurations/1/search', {});
  const list = await answer('GET', '/api/configurations');
  return { list, logs: await answer('GET', '/api/configurations/2/logs'), result, total };
}

const states = async () =>
  Object.fromEntries((await diagnose(directory)).map(({ part, state }) => [part, state]));

/** Beside what goes on here, as the command line's would be. */
async function dumpInThread(): Promise<void> {
  const module = JSON.stringify(new URL('write-dump.ts', import.meta.url).href);
  const code = `const { writeDump } = await import(${module}); await writeDump(process.env.WHERE, process.env.FILE)`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    env: { ...process.env, WHERE: directory, FILE: file },
  });
  await once(worker, 'exit');
}

describe('a dump', () => {
  test('taken while the server writes is one moment of it, and comes back whole: history, tokens and content', async () => {
    const first = await start();
    await fill(first);
    const { token, jti } = await first.issuer.access({ subject: 'ann', scopes: ['search'], lifetime: 600 });
    await first.tokens.revoke(jti);
    const before = await seen(first, first.token);
    const [manifest] = await Promise.all([writeDump(directory, file), put(first, 'owl')]);
    expect(manifest).toMatchObject({ configurations: 2, changes: 3, spaces: ['animals'] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(outside)).toEqual(['dump.tar.gz']);

    await first.call('DELETE', '/api/configurations/1');
    await first.call('POST', '/api/configurations', { config: { title: 'Three' } });
    await first.call('DELETE', '/api/spaces/animals/documents/urn%3Awren');
    await stageDump(directory, file);
    // A server has the directory open, so nothing is taken yet, and the server goes on undisturbed.
    expect(await takeOrHolder(directory)).toBe(process.pid);
    expect((await first.call('GET', '/api/configurations/3')).status).toBe(200);
    await stop();

    const second = await start();
    expect(await isStaged(directory)).toBe(false);
    const after = await seen(second, first.token);
    expect(after.list).toEqual(before.list);
    expect(after.logs).toEqual(before.logs);
    expect(JSON.stringify(after.result)).toContain('wren');
    const revoked = await second.call('GET', '/api/configurations/1', undefined, {
      Authorization: `Bearer ${token}`,
    });
    expect(revoked.status).toBe(401);
    const [kept] = await readdir(join(directory, 'quarantine'));
    expect(kept).toMatch(/^before-restore-/);
  });

  test('brings no revoked token back to life, ends those issued since, and gives no number twice', async () => {
    const first = await start();
    await fill(first);
    const issue = (server: Server, id: number) =>
      server.issuer.publishable({ name: 'page', configurations: [id], lifetime: 600 });
    const [kept, revoked] = [await issue(first, 1), await issue(first, 1)];
    await writeDump(directory, file);
    await first.tokens.revoke(revoked.jti);
    await first.call('POST', '/api/configurations', { config: { title: 'Later' } });
    const later = await issue(first, 3);
    await first.call('DELETE', '/api/configurations/3');
    await stop();

    for (const next of [4, 5]) {
      await stageDump(directory, file);
      const server = await start();
      const search = async ({ token }: { token: string }, id: number) => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await server.call('POST', `/api/configurations/${id}/search`, {}, headers)).status;
      };
      expect((await server.call('POST', '/api/configurations')).body.id).toBe(next);
      expect(await search(kept, 1)).toBe(200);
      expect(await search(revoked, 1)).toBe(401);
      expect(await search(later, 3)).toBe(401);
      expect(server.tokens.list().map(({ jti }) => jti)).toEqual([kept.jti, revoked.jti]);
      expect(await states()).toMatchObject({ 'log of configurations': 'good', 'tokens.json': 'good' });
      await stop();
    }
  });

  test('without tokens keeps what was revoked, and ends all tokens where that cannot be read any more', async () => {
    const first = await start();
    await fill(first);
    await writeDump(directory, file);
    const { token, jti } = await first.issuer.publishable({
      name: 'page',
      configurations: [1],
      lifetime: 600,
    });
    await first.tokens.revoke(jti);
    await stop();
    const status = async (given: string) => {
      const headers = { Authorization: `Bearer ${given}` };
      const answer = await (await start()).call('GET', '/api/configurations/1', undefined, headers);
      await stop();
      return answer.status;
    };
    await stageDump(directory, file);
    expect(await status(first.token)).toBe(200);
    expect(await status(token)).toBe(401);
    await writeFile(join(directory, 'tokens.json'), '{"issued":');
    await stageDump(directory, file);
    expect(await status(token)).toBe(401);
    expect(await status(first.token)).toBe(401);
  });

  test('brings no dropped key back, nor what it signed, and keeps the keys that were made since', async () => {
    const first = await start();
    await fill(first);
    await writeDump(directory, file);
    const [former] = (await listKeys(directory)).filter(({ kind }) => kind === 'access');
    const { kid } = await rotateKey(directory, 'access');
    await dropKey(directory, former!.kid);
    await stop();
    for (let round = 0; round < 2; round += 1) {
      await stageDump(directory, file);
      const server = await start();
      const answer = await server.call('GET', '/api/configurations', undefined, {
        Authorization: `Bearer ${first.token}`,
      });
      expect(answer.status).toBe(401);
      const kids = (await listKeys(directory)).map((key) => key.kid);
      expect(kids).toContain(kid);
      expect(kids).not.toContain(former!.kid);
      await stop();
    }
  });

  test('that ended all tokens has ended them for every dump', async () => {
    const first = await start();
    await fill(first);
    await writeDump(directory, file);
    await stop();
    await writeFile(join(directory, 'tokens.json'), '{"issued":');
    for (let round = 0; round < 2; round += 1) {
      await stageDump(directory, file);
      const server = await start();
      const { status } = await server.call('GET', '/api/configurations', undefined, {
        Authorization: `Bearer ${first.token}`,
      });
      expect(status).toBe(401);
      await stop();
    }
  });

  test('taken beside writers has no token for a configuration that it has not', async () => {
    // Enough of them that copying takes a while.
    const store = await openDurableStore(directory, { log: pino({ level: 'silent' }) });
    await Promise.all(Array.from({ length: 1000 }, () => store.create('ann', titled('One'))));
    await store.close();
    const server = await start();
    let writing = true;
    const write = async () => {
      const id = Number((await server.call('POST', '/api/configurations')).body.id);
      await server.issuer.publishable({ name: 'page', configurations: [id], lifetime: 600 });
    };
    const writer = async () => {
      while (writing) await write();
    };
    await write();
    const writers = [writer(), writer(), writer()];
    for (let round = 0; round < 4; round += 1) {
      await dumpInThread();
      const unpacked = join(outside, `${round}`);
      await mkdir(unpacked);
      await extract({ file, cwd: unpacked });
      const { issued } = JSON.parse(await readFile(join(unpacked, 'tokens.json'), 'utf8'));
      const { state } = await replay(logPath(unpacked));
      const named = issued.flatMap(({ configurations }: { configurations: number[] }) => configurations);
      expect(Math.max(0, ...named)).toBeLessThan(state.nextId);
    }
    writing = false;
    await Promise.all(writers);
  });

  test('gives no number that one of its tokens names, also where its directory is new', async () => {
    const first = await start();
    await fill(first);
    const { token } = await first.issuer.publishable({ name: 'page', configurations: [7], lifetime: 600 });
    await writeDump(directory, file);
    await stop();
    await rm(directory, { recursive: true });
    await stageDump(directory, file);
    const second = await start();
    expect((await second.call('POST', '/api/configurations')).body.id).toBe(8);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await second.call('GET', '/api/configurations/7', undefined, headers)).status).toBe(404);
  });

  test('leaves nothing beside its file, also where it cannot be written or another was killed', async () => {
    await fill(await start());
    await stop();
    const leftBehind = join(outside, '.dump.tar.gz-4194305-abcdef');
    const beside = [`.dump.tar.gz-${process.pid}-abcdef`, '.other.tar.gz-4194305-abcdef'];
    for (const path of [leftBehind, ...beside.map((name) => join(outside, name))]) await mkdir(path);
    await writeDump(directory, file);
    expect((await readdir(outside)).sort()).toEqual([...beside, 'dump.tar.gz'].sort());
    await rm(file);
    await mkdir(join(file, 'in the way'), { recursive: true });
    await expect(writeDump(directory, file)).rejects.toThrow();
    expect((await readdir(outside)).sort()).toEqual([...beside, 'dump.tar.gz'].sort());
  });

  test('that is cut anywhere is refused, and the state stays as it is', async () => {
    await fill(await start());
    await stop();
    await writeDump(directory, file);
    const bytes = await readFile(file);
    for (const share of [0, 0.2, 0.5, 0.9, 0.99]) {
      await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expect(stageDump(directory, file)).rejects.toThrow();
      expect(await takeStaged(directory)).toBe(false);
    }
    expect((await readdir(directory)).filter((name) => /unpacking|^restore/.test(name))).toEqual([]);
  });

  test('is not left waiting where the server that has the directory is in another container', async () => {
    await fill(await start());
    await writeDump(directory, file);
    const lock = join(directory, 'LOCK');
    const own = await readFile(lock, 'utf8');
    const elsewhere = { ...JSON.parse(own), pid: process.ppid, namespace: 'pid:[1]' };
    await writeFile(lock, JSON.stringify(elsewhere));
    await stageDump(directory, file);
    await expect(takeOrHolder(directory)).rejects.toThrow(/in another container/);
    expect(await isStaged(directory)).toBe(false);
    await writeFile(lock, own);
  });

  test('is taken to the end after a crash between any two of its steps', async () => {
    await fill(await start());
    await stop();
    await writeDump(directory, file);
    await stageDump(directory, file);
    // As if the process had died after the log was moved away, and again after the new one was in its place.
    const stamp = await readFile(join(directory, 'restore', 'staged'), 'utf8');
    const former = join(directory, 'quarantine', `before-restore-${stamp}`);
    await cp(join(directory, 'log'), join(former, 'log'), { recursive: true });
    await rm(join(directory, 'log'), { recursive: true });
    await cp(join(directory, 'restore', 'log'), join(directory, 'log'), { recursive: true });
    await rm(join(directory, 'restore', 'log'), { recursive: true });
    expect(await takeStaged(directory)).toBe(true);
    const { body } = await (await start()).call('GET', '/api/configurations');
    expect(body).toMatchObject({ activeConfigId: 2, configurations: [{ id: 1 }, { id: 2 }] });
  });
});
