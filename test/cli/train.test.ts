/** `semantic-search train`: beside a running server and without one, and where there is too little to learn from. */
import { describe, expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('training', () => {
  it('prints how good it is by language, and keeps what was learned for the server', async () => {
    const path = await folderOfTest();
    const environment = { DATA_DIR: path };
    await semanticSearch(['ingest', '--space', 'animals', ...guide], environment);
    const alone = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(alone.code).toBe(0);
    expect(alone.output).toMatch(/learned from 335 documents/);
    expect(alone.output).toMatch(/^en +\d+ +0\.\d{3} +0\.\d{3} +0\.\d{3}$/m);

    await serviceOfTest(path);
    const beside = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(beside.output).toBe(alone.output);
  });

  it('says what is missing', async () => {
    const path = await folderOfTest();
    const unknown = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no search space animals')]);
    await semanticSearch(['ingest', '--space', 'animals', ...guide.slice(0, 2)], { DATA_DIR: path });
    const empty = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining('too little to learn from')]);
  });
});
