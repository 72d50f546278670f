/** `semantic-search delete-space`: says what goes, and takes it away for good, where no server has the data directory. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder, serviceOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const data = folder();
const run = (...words: string[]) => semanticSearch(words, { DATA_DIR: data.path });
const spaceFolder = (name: string) => join(data.path, 'spaces', name);

beforeAll(async () => {
  const file = join(data.path, 'birds.ndjson');
  await writeFile(file, '{"id":"urn:wren","title":"Wren"}\n{"id":"urn:rook","title":"Rook"}\n');
  for (const space of ['birds', 'birds.old']) await run('ingest', '--space', space, '--documents', file);
});

describe('a search space', () => {
  it('is not deleted while a server has the data directory', async () => {
    const service = await serviceOfTest(data.path);
    const body = { config: { title: 'Garden', searchSpace: 'birds' } };
    await service.call('POST', '/api/configurations', { body });
    const { code, errors } = await run('delete-space', '--space', 'birds', '--yes');
    expect([code, errors]).toEqual([1, expect.stringMatching(/is held by process \d+/)]);
    const found = await service.call('POST', '/api/configurations/1/search', { body: { input: 'wren' } });
    expect(found.body.total).toBe(1);
  });

  it.each(['robins', '..', '.', ''])('that is not there is refused: "%s"', async (space) => {
    const { code, errors } = await run('delete-space', '--space', space, '--yes');
    expect([code, errors]).toEqual([1, expect.stringContaining('birds, birds.old')]);
  });

  it('is told of, with the configurations that name it, and stays unless that is confirmed', async () => {
    const { code, output, errors } = await run('delete-space', '--space', 'birds');
    expect(output).toContain('birds: 2 documents, no thesaurus');
    expect(output).toContain('Configuration 1 ("Garden") names it');
    expect([code, errors]).toEqual([1, expect.stringContaining('Nothing was deleted; --yes')]);
    expect(existsSync(spaceFolder('birds'))).toBe(true);
  });

  it('is gone after that, and no other', async () => {
    const { code, output, errors } = await run('delete-space', '--space', 'birds', '--yes');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('Configuration 1 ("Garden") names it');
    expect(output).toContain('birds is deleted');
    const service = await serviceOfTest(data.path);
    const { body } = await service.call('GET', '/api/spaces');
    expect(Object.values(body.spaces!).map(({ name }) => name)).toEqual(['birds.old']);
    expect(existsSync(spaceFolder('birds'))).toBe(false);
  });

  it('goes where it is damaged, too', async () => {
    await writeFile(join(spaceFolder('birds.old'), 'space.sqlite'), 'no database');
    const { code, output } = await run('delete-space', '--space', 'birds.old', '--yes');
    expect(output).toMatch(/birds\.old: what is in it cannot be read/);
    expect([code, existsSync(spaceFolder('birds.old'))]).toEqual([0, false]);
  });

  it('of the data directory goes where BACKENDS_FILE names another, which stays', async () => {
    const file = join(data.path, 'backends.json');
    const nodes = ['http://127.0.0.1:9'];
    await writeFile(
      file,
      JSON.stringify({ spaces: { fish: { backend: 'opensearch', nodes, index: 'fish' } } }),
    );
    const environment = { DATA_DIR: data.path, BACKENDS_FILE: file };
    const words = ['delete-space', '--space', 'fish', '--yes'];
    const elsewhere = await semanticSearch(words, environment);
    expect([elsewhere.code, elsewhere.errors]).toEqual([
      1,
      expect.stringContaining('elsewhere (opensearch)'),
    ]);
    await run('ingest', '--space', 'fish', '--documents', join(data.path, 'birds.ndjson'));
    const { code, output } = await semanticSearch(words, environment);
    expect(output).toContain('another of this name (opensearch), which stays');
    expect([code, existsSync(spaceFolder('fish'))]).toEqual([0, false]);
  });
});
