/** Durability of acknowledged changes after a kill, and a clean directory after a stop. */
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { run, type Service, startService } from '../support/service.ts';

const documentPath = (name: string) => `/api/spaces/diary/documents/${encodeURIComponent(`urn:${name}`)}`;
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes configurations and documents until the process dies; resolves to what was acknowledged. */
async function writeUntilDeath(service: Service, writer: number) {
  const acknowledged = { configurations: new Map<number, string>(), documents: [] as string[] };
  try {
    for (let count = 0; ; count++) {
      const title = `writer ${writer}, number ${count}`;
      const { status, body } = await service.call('POST', '/api/configurations', {
        body: { config: { title } },
      });
      if (status === 200) acknowledged.configurations.set(Number(body.id), title);
      const name = `${writer}-${count}`;
      const put = await service.call('PUT', documentPath(name), { body: { title } });
      if (put.status === 200) acknowledged.documents.push(name);
    }
  } catch {
    // The connection broke, so the outcome of the last write is unknown.
    return acknowledged;
  }
}

describe('a server that was killed and restarted', () => {
  it('keeps everything acknowledged and continues the ids', async () => {
    const path = await folderOfTest();
    const first = await serviceOfTest(path);
    await first.call('POST', '/api/spaces/diary/documents', {
      body: '{"id":"urn:first","title":"First"}\n',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    const writers = [1, 2, 3, 4].map((writer) => writeUntilDeath(first, writer));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await first.stop('SIGKILL');
    const acknowledged = await Promise.all(writers);

    const second = await serviceOfTest(path);
    const configurations = new Map(acknowledged.flatMap((each) => [...each.configurations]));
    expect(configurations.size).toBeGreaterThan(4);
    const { body } = await second.call('GET', '/api/configurations');
    const listed = new Map(
      Object.values(body.configurations!).map(({ id, config }) => [Number(id), String(config?.title)]),
    );
    for (const [id, title] of configurations) expect(listed.get(id), `configuration ${id}`).toBe(title);
    for (const name of acknowledged.flatMap(({ documents }) => documents)) {
      expect((await second.call('GET', documentPath(name))).status, name).toBe(200);
    }
    const created = await second.call('POST', '/api/configurations', {});
    expect(Number(created.body.id)).toBeGreaterThan(Math.max(...listed.keys()));
  });

  it('keeps deletions and the active configuration, and reuses no id', async () => {
    const path = await folderOfTest();
    const first = await serviceOfTest(path);
    for (const title of ['one', 'two', 'three']) {
      await first.call('POST', '/api/configurations', { body: { config: { title } } });
    }
    await first.call('POST', '/api/configurations/2/set');
    await first.call('PUT', '/api/configurations/2', { body: { config: { title: 'two, changed' } } });
    await first.call('DELETE', '/api/configurations/3');
    const before = await first.call('GET', '/api/configurations');
    await first.stop('SIGKILL');

    const second = await serviceOfTest(path);
    const after = await second.call('GET', '/api/configurations');
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect((await second.call('GET', '/api/configurations/3')).status).toBe(404);
    expect((await second.call('GET', '/api/configurations/active')).body).toMatchObject({
      id: 2,
      config: { title: 'two, changed' },
    });
    expect((await second.call('POST', '/api/configurations', {})).body.id).toBe(4);
    const { body } = await second.call('GET', '/api/configurations/2/logs');
    expect(Object.values(body.logs!).map(({ action }) => action)).toEqual([
      'updated',
      'activated',
      'created',
    ]);
  });

  it('returns the same search results as before', async () => {
    const path = await folderOfTest();
    const first = await serviceOfTest(path, ['--demo', 'demo']);
    const ask = { body: { input: 'mountain lion' } };
    const before = await first.call('POST', '/api/configurations/1/search', ask);
    await first.stop('SIGKILL');
    const second = await serviceOfTest(path, ['--demo', 'demo']);
    const { message: _, ...after } = (await second.call('POST', '/api/configurations/1/search', ask)).body;
    expect(before.body).toMatchObject(after);
  });
});

describe('a second start', () => {
  it('is ready with the existing data without loading the demo again', async () => {
    const path = await folderOfTest();
    const first = await serviceOfTest(path, ['--demo', 'demo']);
    expect(first.printed()).toContain('335 documents accepted');
    await first.call('PUT', '/api/configurations/1', { body: { config: { title: 'Mine' } } });
    expect(await first.stop('SIGINT')).toBe(0);

    const second = await serviceOfTest(path, ['--demo', 'demo']);
    expect(second.printed()).not.toContain('documents accepted');
    const { body } = await second.call('GET', '/api/configurations');
    expect(Object.values(body.configurations!).map(({ config }) => config?.title)).toEqual([
      'Mine',
      'Tierlexikon',
      'Draft: life in the sea',
      'دليل الحيوانات',
    ]);
  });

  it('is rejected at once with a message while a server is running', async () => {
    const path = await folderOfTest();
    const first = await serviceOfTest(path);
    await expect(startService(path, {}, [])).rejects.toThrow(/ended with 1: .*is used by another process/is);
    expect((await first.call('GET', '/api/configurations')).status).toBe(200);
  });
});

describe('a termination signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s exits with 0 and leaves no address',
    async (signal) => {
      const path = await folderOfTest();
      const service = await serviceOfTest(path);
      expect(await exists(join(path, 'address.json'))).toBe(true);
      expect(await service.stop(signal)).toBe(0);
      expect(await exists(join(path, 'address.json'))).toBe(false);
    },
  );

  it('stops the first start while it loads the demo, and the next start completes it', async () => {
    const path = await folderOfTest();
    const child = run(['serve', '--demo', 'demo'], { PORT: '0', DATA_DIR: path, LOG_LEVEL: 'warn' });
    const ended = once(child, 'exit');
    while (!(await exists(join(path, 'address.json')))) await new Promise((next) => setTimeout(next, 5));
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);

    const second = await serviceOfTest(path, ['--demo', 'demo']);
    const { body } = await second.call('GET', '/api/configurations');
    expect(Object.values(body.configurations!).length).toBe(4);
    expect(body.activeConfigId).toBe(1);
  });
});
