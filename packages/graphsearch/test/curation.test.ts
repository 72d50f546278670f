/** Curation through the adapter of the fake server, over HTTP: random rules against a model, and why documents are missing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { openContent } from '../../server/src/open-content.ts';
import {
  compareCuratedSearches,
  curatedSearches,
  putZoo,
} from '../../server/test/conformance/curated-searches.ts';
import { explainDocuments } from '../../server/test/conformance/explained-searches.ts';
import { directoryForEach } from '../../server/test/support/service.ts';
import { startFakeGraphsearchServer } from './fake-server/process.ts';
import { FAKE_SPACE_ID } from './fake-server/responses.ts';

const own = directoryForEach(openContent);

it(`places, hides, counts and pages ${curatedSearches} random searches as a model does`, async () => {
  const fakeServer = await startFakeGraphsearchServer();
  const file = join(own.directory, 'backends.json');
  const zoo = { backend: 'graphsearch', url: fakeServer.url, searchSpaceId: FAKE_SPACE_ID };
  await writeFile(file, JSON.stringify({ spaces: { zoo } }));
  try {
    const server = await own.start({ BACKENDS_FILE: file });
    await putZoo(server);
    await compareCuratedSearches(server);
    await explainDocuments(server);
    await own.stop();
  } finally {
    await fakeServer.close();
  }
}, 120_000);
