import { describe } from 'vitest';
import { backendConformance } from '../../../packages/server/source/backends/conformance.ts';
import { textOf } from '../../../packages/server/source/backends/fixtures.testing.ts';
import { opensearchBackend } from '../../../packages/server/source/backends/opensearch/backend.ts';
import { standBetween } from './between.testing.ts';
import { missing, startCluster } from './cluster.testing.ts';

const reason = await missing();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined)('on a real cluster', () => {
  backendConformance('opensearch', async () => {
    const cluster = await startCluster();
    const between = await standBetween(cluster.url);
    const backend = opensearchBackend({ name: 'zoo', index: 'zoo', nodes: [between.url], deadline: 10_000 });
    return {
      backend,
      space: 'zoo',
      learn: async (turtle) => {
        const content = await backend.content('zoo', true);
        await content!.thesaurus!.replaceThesaurus(textOf(turtle), 'text/turtle');
      },
      takeAway: between.close,
      elsewhere: {
        hang: async () => between.behave('hang'),
        halve: async () => between.behave('halve'),
        mend: async () => between.behave('well'),
      },
      close: async () => {
        await backend.close();
        await between.close();
        await cluster.close();
      },
    };
  });
});
