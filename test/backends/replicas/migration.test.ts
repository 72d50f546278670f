/** `semantic-search migrate`: the demo moves from a data directory to PostgreSQL and OpenSearch and back. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingCluster } from '../../../packages/opensearch/test/cluster/cluster.fixture.ts';
import { emptyCluster } from '../../../packages/opensearch/test/cluster/empty-cluster.fixture.ts';
import { binaries, makePostgres } from '../../../packages/postgres/test/postgres-server.ts';
import {
  type Service,
  semanticSearch,
  startService,
  temporaryDirectory,
  type Variables,
} from '../../support/service.ts';

const reason =
  binaries === null ? 'Migration is not tested: PostgreSQL is not installed.' : await missingCluster();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('semantic-search migrate', () => {
  const undo: (() => Promise<unknown>)[] = [];
  /** Initial and final data directory. */
  let [home, back]: string[] = [];
  let shared: Variables;
  let secrets: Variables;

  beforeAll(async () => {
    const folders = await Promise.all([1, 2, 3].map(temporaryDirectory));
    undo.push(...folders.map(({ remove }) => remove));
    [home, back] = folders.map(({ path }) => path);
    const [postgres, cluster] = await Promise.all([makePostgres(binaries as string), emptyCluster()]);
    undo.push(postgres.remove);
    const file = join(folders[2]!.path, 'backends.json');
    const there = { backend: 'opensearch', nodes: [cluster.url.origin], index: 'field-guide' };
    await writeFile(file, JSON.stringify({ spaces: { 'field-guide': there } }));
    const secret = () => randomBytes(32).toString('hex');
    secrets = { ACCESS_TOKEN_SECRETS: secret(), PUBLISHABLE_TOKEN_SECRETS: secret() };
    shared = { ...secrets, DATABASE_URL: await postgres.newDatabase(), BACKENDS_FILE: file };
  }, 240_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  /** Everything that a visitor and an editor see. */
  async function shown(service: Service) {
    const search = await service.call('POST', '/api/configurations/1/search', {
      body: { input: 'forest owls' },
    });
    const [list, logs, spaces] = await Promise.all(
      ['/api/configurations', '/api/configurations/1/logs', '/api/spaces'].map((path) =>
        service.call('GET', path),
      ),
    );
    const { documents, concepts } = (spaces!.body.spaces as unknown as Record<string, number>[])[0]!;
    return { list: list!.body, logs: logs!.body, documents, concepts, total: search.body.total };
  }

  const pathOf = (id: string) => `/api/spaces/field-guide/documents/${encodeURIComponent(id)}`;

  async function withService<Result>(
    directory: string,
    environment: Variables,
    options: string[],
    use: (service: Service) => Promise<Result>,
  ): Promise<Result> {
    const service = await startService(directory, environment, options);
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  }

  test('a migration to remote and back loses nothing, and can be repeated', async () => {
    let [page, revoked] = ['', ''];
    const before = await withService(home!, secrets, ['--demo', 'demo'], async (service) => {
      await service.call('POST', '/api/configurations', { body: { config: { title: 'Deleted' } } });
      const { body } = await service.call('GET', '/api/configurations');
      const last = Math.max(...(body.configurations as unknown as { id: number }[]).map(({ id }) => id));
      await service.call('DELETE', `/api/configurations/${last}`);
      const issue = async (name: string) =>
        (await service.call('POST', '/api/tokens', { body: { name, configurations: [1] } })).body;
      page = String((await issue('kept')).token);
      const gone = await issue('revoked');
      revoked = String(gone.token);
      await service.call('DELETE', `/api/tokens/${String(gone.jti)}`);
      return shown(service);
    });

    const out = await semanticSearch(['migrate', 'to-remote'], { DATA_DIR: home!, ...shared });
    expect(out.errors).toBe('');
    expect(out.output).toMatch(/migrated +documents of field-guide: source (\d+), target \1\n/);
    expect(out.output).toMatch(
      /migrated +configurations and tokens of the database: source (\d+), target \1\n/,
    );
    expect(out.output).toContain('Source and target are identical.');
    console.log(out.output);
    const again = await semanticSearch(['migrate', 'to-remote'], { DATA_DIR: home!, ...shared });
    expect(again.errors).toBe('');
    expect(again.output).toMatch(/unchanged +documents of field-guide/);

    const replica = (await temporaryDirectory()).path;
    const some = await withService(replica, shared, [], async (service) => {
      const alone = await semanticSearch(['migrate', 'to-remote'], { DATA_DIR: home!, ...shared });
      expect(alone.errors).toMatch(/Stop all servers first: 1 /);
      const { body } = await service.call('POST', '/api/configurations/1/search', {
        body: { input: 'owls' },
      });
      const [first, second] = (body.result as unknown as { id: string }[]).map(({ id }) => id);
      // As if the migration had been interrupted before this one.
      await service.call('DELETE', pathOf(first!));
      return { first: first!, second: second! };
    });
    const wentOn = await semanticSearch(['migrate', 'to-remote'], { DATA_DIR: home!, ...shared });
    expect(wentOn.errors).toBe('');
    expect(wentOn.output).toMatch(/migrated +documents of field-guide: source (\d+), target \1\n/);

    const moved = await withService(replica, shared, [], async (service) => {
      const statuses = [page, revoked].map(
        async (token) => (await service.call('GET', '/api/configurations/1', { token })).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 401]);
      const found = await shown(service);
      // A new id and a new document are created there.
      const made = await service.call('POST', '/api/configurations', { body: { config: { title: 'New' } } });
      expect(made.status).toBe(200);
      const document = { id: 'urn:test:later', title: 'Written later' };
      await service.call('PUT', pathOf(document.id), { body: document });
      await service.call('PUT', pathOf(some.second), { body: { id: some.second, title: 'Corrected' } });
      return found;
    });
    expect(moved).toEqual(before);

    const over = await semanticSearch(['migrate', 'to-remote'], { DATA_DIR: home!, ...shared });
    expect(over.errors).toContain(
      'configurations and tokens of the database that exist only in the target: 1 (configuration 6)',
    );
    expect(over.errors).toContain(`documents of field-guide that differ from the source: 1 (${some.second})`);
    expect(over.errors).toContain(
      'documents of field-guide that exist only in the target: 1 (urn:test:later)',
    );
    expect(over.output).not.toContain('migrated');
    const rejected = await semanticSearch(['migrate', 'to-local'], { DATA_DIR: home!, ...shared });
    expect(rejected.errors).toContain(
      `documents of field-guide that differ from the source: 1 (${some.second})`,
    );
    const returned = await semanticSearch(['migrate', 'to-local'], { DATA_DIR: back!, ...shared });
    expect(returned.errors).toBe('');
    expect(returned.output).toContain('Source and target are identical.');
    await withService(back!, secrets, [], async (service) => {
      const after = await shown(service);
      expect(after.documents).toBe(Number(before.documents) + 1);
      expect(after.logs).toEqual(before.logs);
      expect(after.concepts).toEqual(before.concepts);
      const corrected = await service.call('GET', pathOf(some.second));
      expect(corrected.body).toEqual({ id: some.second, title: 'Corrected' });
      const { status } = await service.call('GET', '/api/configurations/1', { token: revoked });
      expect(status).toBe(401);
    });
  }, 600_000);
});
