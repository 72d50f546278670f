/** `dump`, `restore` and `doctor` with configurations in PostgreSQL and one remote space. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binaries, makePostgres, type PostgresServer } from '../../packages/postgres/test/postgres-server.ts';
import {
  type Service,
  semanticSearch,
  semanticSearchOfServer,
  startService,
  temporaryDirectory,
  type Variables,
} from '../support/service.ts';

if (binaries === null) console.warn('Database dumps are not tested: PostgreSQL is not installed.');

describe.skipIf(binaries === null)('backup with configurations in a database', () => {
  let server: PostgresServer;
  let home: string;
  let environment: Variables;
  let service: Service | undefined;
  const undo: (() => Promise<unknown>)[] = [];
  const wren = JSON.stringify({ id: 'urn:wren', title: 'Wren', subjects: [] });
  const dump = () => join(home, 'backup.tar.gz');

  const folder = async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    return path;
  };
  const command = (directory: string, more: Variables, ...words: string[]) =>
    semanticSearch(words, { DATA_DIR: directory, ...environment, ...more });
  const use = async <Seen>(
    directory: string,
    more: Variables,
    work: (at: Service) => Promise<Seen>,
  ): Promise<Seen> => {
    service = await startService(directory, { ...environment, ...more }, []);
    const seen = await work(service);
    await service.stop();
    return seen;
  };
  const create = (at: Service, title: string) =>
    at.call('POST', '/api/configurations', { body: { config: { title, searchSpace: 'guide' } } });
  const upload = (at: Service) =>
    at.call('POST', '/api/spaces/guide/documents', {
      body: wren,
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
  const seenOf = async (at: Service) => {
    const found = await at.call('POST', '/api/configurations/2/search', { body: { input: 'wren' } });
    const [list, logs] = await Promise.all(
      ['/api/configurations', '/api/configurations/2/logs'].map((path) => at.call('GET', path)),
    );
    return { list: list!.body, logs: logs!.body, total: found.body.total };
  };

  beforeAll(async () => {
    server = await makePostgres(binaries as string);
    undo.push(server.remove);
    home = await folder();
    const file = join(home, 'backends.json');
    const spaces = {
      guide: { backend: 'embedded' },
      library: { backend: 'opensearch', nodes: ['http://127.0.0.1:9'], index: 'library' },
    };
    await writeFile(file, JSON.stringify({ spaces }));
    const secret = () => randomBytes(32).toString('hex');
    environment = {
      ACCESS_TOKEN_SECRETS: secret(),
      PUBLISHABLE_TOKEN_SECRETS: secret(),
      BACKENDS_FILE: file,
    };
  });
  afterAll(async () => {
    await service?.stop();
    for (const step of undo.reverse()) await step();
  });

  test('a dump can be restored to a database or to a data directory', async () => {
    const [directory, url] = [await folder(), await server.newDatabase()];
    const there = { DATABASE_URL: url };
    let tokens: string[] = [];
    const documents = join(home, 'documents.ndjson');
    await writeFile(documents, wren);
    const words = ['ingest', '--space', 'guide', '--documents', documents];
    // Without the unreachable cluster, for which the server would not be ready.
    await semanticSearchOfServer(words, { DATA_DIR: directory, ...environment, BACKENDS_FILE: '' });
    const before = await use(directory, there, async (at) => {
      // The title contains a character that PostgreSQL cannot store as text.
      for (const title of ['Deleted', 'Kept', 'Changed\u0000']) await create(at, title);
      await at.call('DELETE', '/api/configurations/1');
      await at.call('POST', '/api/configurations/2/set');
      const issue = async (name: string) =>
        (await at.call('POST', '/api/tokens', { body: { name, configurations: [2] } })).body;
      const [validToken, revokedToken] = [await issue('kept'), await issue('revoked')];
      await at.call('DELETE', `/api/tokens/${String(revokedToken.jti)}`);
      tokens = [String(validToken.token), String(revokedToken.token)];

      const dumped = await command(directory, there, 'dump', dump());
      expect(dumped.errors).toBe('');
      expect(dumped.output).toContain('2 configurations, search spaces: guide');
      expect(dumped.output).toMatch(/Not in the backup: the content of library \(opensearch\); back it up/);
      const examined = await command(directory, there, 'doctor');
      expect(examined.output).toMatch(/^good +database: 2 configurations, 2 tokens issued, 1 revoked$/m);
      expect(examined.output).toMatch(/^good +search space guide: database intact$/m);
      expect(examined.code).toBe(0);

      const seen = await seenOf(at);
      // Changes after the dump are to be undone.
      await create(at, 'Later');
      tokens.push(String((await issue('later')).token));
      await at.call('PUT', '/api/configurations/2', { body: { config: { title: 'Overwritten' } } });
      await at.call('DELETE', '/api/spaces/guide/documents/urn:wren');
      const here = await command(directory, there, 'restore', '--replace', dump());
      expect(here.errors).toMatch(/is used by another process; stop the server/);
      const elsewhere = await command(await folder(), there, 'restore', '--replace', dump());
      expect(elsewhere.errors).toMatch(/Stop all servers first: 1 /);
      return seen;
    });
    expect(before.total).toBe(1);

    const careful = await command(await folder(), there, 'restore', dump());
    expect(careful.errors).toMatch(
      /The database already contains configurations\. Nothing was changed; use --replace/,
    );
    const restored = await command(directory, there, 'restore', '--replace', dump());
    expect(restored.errors).toBe('');
    const statuses = async (at: Service) =>
      Promise.all(
        tokens.map(async (token) => (await at.call('GET', '/api/configurations/2', { token })).status),
      );
    await use(directory, there, async (at) => {
      expect(await seenOf(at)).toEqual(before);
      // A token that was issued after the dump is no longer listed, but its signature is valid.
      expect(await statuses(at)).toEqual([200, 401, 200]);
      expect((await create(at, 'Next')).body.id).toBe(4);
    });

    const alone = await folder();
    expect((await command(alone, {}, 'restore', dump())).errors).toBe('');
    await use(alone, {}, async (at) => {
      expect(await seenOf(at)).toEqual(before);
      expect((await statuses(at)).slice(0, 2)).toEqual([200, 401]);
    });

    // From a data directory to a database, where the search space stays in the directory.
    const moved = { DATABASE_URL: await server.newDatabase() };
    expect((await command(alone, {}, 'dump', dump())).errors).toBe('');
    expect((await command(alone, moved, 'restore', '--replace', dump())).errors).toBe('');
    await use(alone, moved, async (at) => {
      expect(await seenOf(at)).toEqual(before);
      expect((await statuses(at)).slice(0, 2)).toEqual([200, 401]);
    });
  }, 240_000);

  test('the doctor reports damaged documents, and a backup repairs them', async () => {
    const [directory, url] = [await folder(), await server.newDatabase()];
    const there = { DATABASE_URL: url, BACKENDS_FILE: '' };
    await use(directory, there, async (at) => void (await create(at, 'Good')));
    await command(directory, there, 'dump', dump());
    await server.query(
      url,
      `UPDATE semantic_search.configurations SET document = (document::jsonb || '{"version": 2}')::json`,
    );
    const ill = await command(directory, there, 'doctor');
    expect(ill.output).toMatch(/^damaged +database: configuration 1 is damaged: /m);
    expect(ill.code).toBe(1);
    await command(directory, there, 'restore', '--replace', dump());
    expect((await command(directory, there, 'doctor')).code).toBe(0);
  }, 120_000);

  test('an unreachable database is reported without its password', async () => {
    const { output, errors, code } = await command(
      await folder(),
      { DATABASE_URL: 'postgres://ann:pa55word@127.0.0.1:9/none' },
      'doctor',
    );
    expect(output).toMatch(/^damaged +database: /m);
    expect(output + errors).not.toContain('pa55word');
    expect(code).toBe(1);
  });

  test('an unlisted embedded space is rejected at startup with the remedy', async () => {
    const directory = await folder();
    await use(directory, { BACKENDS_FILE: '' }, async (at) => {
      await upload(at);
    });
    const there = { DATABASE_URL: await server.newDatabase(), BACKENDS_FILE: '' };
    const rejected = await command(directory, there, 'serve');
    expect(rejected.code).not.toBe(0);
    expect(rejected.errors).toMatch(
      /With DATABASE_URL, embedded search spaces must be listed in BACKENDS_FILE: guide\. .*BACKENDS_FILE/,
    );
  });
});
