import { describe, expect, it } from 'vitest';
import { folderOfTest, semanticSearchOfTest } from '../support/fixtures.ts';

const guide = ['--thesaurus', 'demo/data/field-guide.ttl', '--documents', 'demo/data/field-guide.ndjson'];

describe('training', () => {
  it('train prints metrics per language', async () => {
    const path = await folderOfTest();
    const environment = { DATA_DIR: path };
    await semanticSearchOfTest(['ingest', '--space', 'animals', ...guide], environment);
    const alone = await semanticSearchOfTest(['train', '--space', 'animals'], environment);
    expect(alone.code).toBe(0);
    expect(alone.output).toMatch(/trained on 335 documents/);
    expect(alone.output).toMatch(/^en +\d+ +0\.\d{3} +0\.\d{3} +0\.\d{3}$/m);
  });

  it('train reports a missing space and missing training data', async () => {
    const path = await folderOfTest();
    const unknown = await semanticSearchOfTest(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no search space "animals"')]);
    await semanticSearchOfTest(['ingest', '--space', 'animals', ...guide.slice(0, 2)], { DATA_DIR: path });
    const empty = await semanticSearchOfTest(['train', '--space', 'animals'], { DATA_DIR: path });
    expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining('Training requires at least')]);
  });
});
