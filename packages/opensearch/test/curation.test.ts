/** Curation in a real cluster, over HTTP: random rules against a model, and why documents are missing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { openContent } from '../../server/src/open-content.ts';
import {
  compareCuratedSearches,
  curatedSearches,
  putZoo,
} from '../../server/test/conformance/curated-searches.ts';
import { explainDocuments } from '../../server/test/conformance/explained-searches.ts';
import { directoryForEach } from '../../server/test/support/service.ts';
import { missingCluster } from './cluster/cluster.fixture.ts';
import { emptyCluster } from './cluster/empty-cluster.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('curation in a cluster', () => {
  const own = directoryForEach(openContent);

  it(`places, hides, counts and pages ${curatedSearches} random searches as a model does`, async () => {
    const cluster = await emptyCluster();
    const file = join(own.directory, 'backends.json');
    const zoo = { backend: 'opensearch', nodes: [cluster.url.origin], index: 'zoo' };
    await writeFile(file, JSON.stringify({ spaces: { zoo } }));
    const server = await own.start({ BACKENDS_FILE: file });
    await putZoo(server);
    await compareCuratedSearches(server);
    await explainDocuments(server);
    await own.stop();
  }, 600_000);
});
