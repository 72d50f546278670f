import { expect, it } from 'vitest';
import { folderOfTest } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

it.each([
  'help',
  'token --help',
  'token --scope search --create-keys',
  'doctor',
  'unknown',
  'restore missing.tar.gz',
])('the command %s writes plain text without control codes, and so without color', async (line) => {
  const { output, errors } = await semanticSearch(line.split(' '), { DATA_DIR: await folderOfTest() });
  expect(output + errors).toMatch(/\w/);
  // Besides line ends and tabs.
  expect(`${output}${errors}`.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
});
