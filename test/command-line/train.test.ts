/** `semantic-search train`: beside a running server and without one, and where there is too little to learn from. */
import { afterEach, describe, expect, it } from 'vitest';
import { semanticSearch, startService, temporaryDirectory } from '../service.testing.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('training', () => {
  it('prints how good it is by language, and keeps what was learned for the server', async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    const environment = { DATA_DIR: path };
    await semanticSearch(['ingest', '--space', 'animals', ...guide], environment);
    const alone = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(alone.code).toBe(0);
    expect(alone.output).toMatch(/learned from 335 documents/);
    expect(alone.output).toMatch(/^en +\d+ +0\.\d{3} +0\.\d{3} +0\.\d{3}$/m);

    const service = await startService(path, {}, []);
    undo.push(() => service.stop());
    const beside = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(beside.output).toBe(alone.output);
  });

  it('says what is missing', async () => {
    const { path, remove } = await temporaryDirectory();
    undo.push(remove);
    const unknown = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no search space animals')]);
    await semanticSearch(['ingest', '--space', 'animals', ...guide.slice(0, 2)], { DATA_DIR: path });
    const empty = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining('too little to learn from')]);
  });
});
