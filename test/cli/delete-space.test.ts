import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder, serviceOfTest } from '../support/fixtures.ts';
import { semanticSearch, semanticSearchOfServer } from '../support/service.ts';

const data = folder();
const run = (...words: string[]) => semanticSearch(words, { DATA_DIR: data.path });
const spaceFolder = (name: string) => join(data.path, 'spaces', name);

beforeAll(async () => {
  const file = join(data.path, 'birds.ndjson');
  await writeFile(file, '{"id":"urn:wren","title":"Wren"}\n{"id":"urn:rook","title":"Rook"}\n');
  for (const space of ['birds', 'birds.old'])
    await semanticSearchOfServer(['ingest', '--space', space, '--documents', file], { DATA_DIR: data.path });
});

describe('delete-space', () => {
  it('delete-space fails while a server has locked the data directory', async () => {
    const service = await serviceOfTest(data.path);
    const body = { config: { title: 'Garden', searchSpace: 'birds' } };
    await service.call('POST', '/api/configurations', { body });
    const { code, errors } = await run('delete-space', '--space', 'birds', '--yes');
    expect([code, errors]).toEqual([1, expect.stringMatching(/is used by another process/)]);
    const found = await service.call('POST', '/api/configurations/1/search', { body: { input: 'wren' } });
    expect(found.body.total).toBe(1);
  });

  it.each(['robins', '..', '.', ''])('delete-space rejects the unknown space "%s"', async (space) => {
    const { code, errors } = await run('delete-space', '--space', space, '--yes');
    expect([code, errors]).toEqual([1, expect.stringContaining('birds, birds.old')]);
  });

  it('delete-space without --yes shows the content and the affected configurations and deletes nothing', async () => {
    const { code, output, errors } = await run('delete-space', '--space', 'birds');
    expect(output).toContain('birds: 2 documents, no thesaurus');
    expect(output).toContain('Configuration 1 ("Garden") uses it');
    expect([code, errors]).toEqual([1, expect.stringContaining('nothing was deleted; use --yes')]);
    expect(existsSync(spaceFolder('birds'))).toBe(true);
  });

  it('delete-space with --yes deletes this space and no other', async () => {
    const { code, output, errors } = await run('delete-space', '--space', 'birds', '--yes');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('Configuration 1 ("Garden") uses it');
    expect(output).toContain('Deleted birds');
    const service = await serviceOfTest(data.path);
    const { body } = await service.call('GET', '/api/spaces');
    expect(Object.values(body.spaces!).map(({ name }) => name)).toEqual(['birds.old']);
    expect(existsSync(spaceFolder('birds'))).toBe(false);
  });

  it('delete-space deletes a damaged space', async () => {
    await writeFile(join(spaceFolder('birds.old'), 'space.sqlite'), 'no database');
    const { code, output } = await run('delete-space', '--space', 'birds.old', '--yes');
    expect(output).toMatch(/birds\.old: unreadable content/);
    expect([code, existsSync(spaceFolder('birds.old'))]).toEqual([0, false]);
  });

  it('delete-space deletes a local space and keeps the remote space of the same name', async () => {
    const file = join(data.path, 'backends.json');
    const nodes = ['http://127.0.0.1:9'];
    await writeFile(
      file,
      JSON.stringify({ spaces: { fish: { backend: 'opensearch', nodes, index: 'fish' } } }),
    );
    const environment = { DATA_DIR: data.path, BACKENDS_FILE: file };
    const words = ['delete-space', '--space', 'fish', '--yes'];
    const remote = await semanticSearch(words, environment);
    expect([remote.code, remote.errors]).toEqual([1, expect.stringContaining('remote (opensearch)')]);
    const ingest = ['ingest', '--space', 'fish', '--documents', join(data.path, 'birds.ndjson')];
    await semanticSearchOfServer(ingest, { DATA_DIR: data.path });
    const { code, output } = await semanticSearch(words, environment);
    expect(output).toContain('of the same name (opensearch) in BACKENDS_FILE stays');
    expect([code, existsSync(spaceFolder('fish'))]).toEqual([0, false]);
  });
});
