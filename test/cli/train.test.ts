import { describe, expect, it } from 'vitest';
import { folderOfTest, serviceOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('training', () => {
  it('train prints metrics per language and stores the model for the server', async () => {
    const path = await folderOfTest();
    const environment = { DATA_DIR: path };
    await semanticSearch(['ingest', '--space', 'animals', ...guide], environment);
    const alone = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(alone.code).toBe(0);
    expect(alone.output).toMatch(/trained on 335 documents/);
    expect(alone.output).toMatch(/^en +\d+ +0\.\d{3} +0\.\d{3} +0\.\d{3}$/m);

    await serviceOfTest(path);
    const result = await semanticSearch(['train', '--space', 'animals'], environment);
    expect(result.output).toBe(alone.output);
  });

  it('train reports a missing space and missing training data', async () => {
    const path = await folderOfTest();
    const unknown = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('"animals" not found')]);
    await semanticSearch(['ingest', '--space', 'animals', ...guide.slice(0, 2)], { DATA_DIR: path });
    const empty = await semanticSearch(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining('Training requires at least')]);
  });
});
