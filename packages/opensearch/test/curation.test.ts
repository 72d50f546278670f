/** Curation in a real cluster, over HTTP: random rules against a model. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { openContent } from '../../server/src/open-content.ts';
import { compareCuratedSearches, putZoo } from '../../server/test/conformance/curated-searches.ts';
import { directoryForEach } from '../../server/test/support/service.ts';
import { missingCluster, startCluster } from './cluster/cluster.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('curation in a cluster', () => {
  const own = directoryForEach(openContent);

  it('places, hides, counts and pages 2,000 random searches as a model does', async () => {
    const cluster = await startCluster(1, {}, []);
    const file = join(own.directory, 'backends.json');
    const zoo = { backend: 'opensearch', nodes: [cluster.url.origin], index: 'zoo' };
    await writeFile(file, JSON.stringify({ spaces: { zoo } }));
    try {
      const server = await own.start({ BACKENDS_FILE: file });
      await putZoo(server);
      await compareCuratedSearches(server, 2000);
      await own.stop();
    } finally {
      await cluster.close();
    }
  }, 600_000);
});
