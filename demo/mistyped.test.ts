/** What is offered for mistyped words of the Field guide: right for nearly all, and nothing for words that are none of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSpace, type WritableSpace } from '@semantic-search/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocuments } from './field-guide.testing.ts';
import { mistyped } from './mistyped.testing.ts';

let directory: string;
let space: WritableSpace;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'field-guide-'));
  space = await openSpace(directory);
  const file = await open(new URL('data/field-guide.ttl', import.meta.url));
  await space.replaceThesaurus(file.createReadStream(), 'text/turtle');
  await space.put((await readDocuments()).map((document) => ({ ...document })));
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

async function offered(language: string, input: string): Promise<string> {
  const sort = { field: 'relevance', direction: 'desc' } as const;
  const nothing = { selected: [], excluded: [], facets: [], documentFacets: [], summaryLength: 0 };
  const { suggestion } = await space.search({ input, language, sort, start: 0, count: 3, ...nothing });
  return suggestion?.toLowerCase() ?? '';
}

/** What it is not right for, and what is offered instead. */
const known: Record<string, string> = {
  // Enough documents have a word that is the same without accents.
  Vgöel: 'vogel',
  // French has the same stem for both.
  crocodille: '',
  // Two letters of a word of seven, or of six: it is found by what another language calls it.
  dolfin: 'delfín',
  gorrila: 'gorila',
  Kamelion: 'caméléon',
  // Only plurals and compounds are in the guide, two letters away.
  Libele: '',
  Hirch: '',
  // A word that the guide has not, nor another one that begins so.
  'Insekten die stechen': 'insekten die stehen',
};

test.each(mistyped)('%s: %s', async (language, typed, ...right) => {
  const found = await offered(language, typed);
  if (typed in known) expect(found).toBe(known[typed]);
  else expect(right.map((each) => each.toLowerCase())).toContain(found);
});
