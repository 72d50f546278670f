import { expect, test } from 'vitest';
import type { WriteContext } from './document-writer.ts';
import { resumeRetagging } from './retagging.ts';

test('documents keep their concepts with a warning if tagging them ended the process twice', async () => {
  const settings = new Map<string, string>();
  const warnings: string[] = [];
  let outdated: unknown[] = [{ content: { id: 'a' } }];
  let attempts = 0;
  const database = {
    setting: (name: string) => settings.get(name),
    writeSetting: (name: string, value: string) => void settings.set(name, value),
    outdated: () => outdated,
  };
  const tagger = {
    async tag() {
      attempts++;
      throw new Error('out of memory');
    },
  };
  const index = { reader: { indexedThesaurus: { number: 1, thesaurus: { languages: [] } } } };
  const space = { database, tagger, index, warn: (message: string) => warnings.push(message) };
  const open = () => resumeRetagging(space as unknown as WriteContext);

  for (let i = 0; i < 2; i++) await expect(open()).rejects.toThrow('out of memory');
  await open();
  expect([attempts, warnings]).toEqual([2, [expect.stringMatching(/keep their concepts/)]]);

  // Another thesaurus has tagged all documents, so that the next one is tried again.
  outdated = [];
  await open();
  outdated = [{ content: { id: 'a' } }];
  await expect(open()).rejects.toThrow('out of memory');
  expect([attempts, warnings.length]).toEqual([3, 1]);
});
