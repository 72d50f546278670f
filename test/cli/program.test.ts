/** The program as a newcomer meets it, in a folder without a server. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureOf, folderOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

it('prints its version, and says that a folder has no sources, even after a crawl', async () => {
  const DATA_DIR = await folderOfTest();
  await mkdir(join(DATA_DIR, 'crawl/town'), { recursive: true });
  expect((await failureOf(['sources'], { DATA_DIR })).errors).toContain('no sources; see crawl --schedule');
  expect((await semanticSearch(['--version'], {})).output).toMatch(/^\d+\.\d+\.\d+\n$/);
});
