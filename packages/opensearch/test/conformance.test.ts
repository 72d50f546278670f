import { describe } from 'vitest';
import { backendConformance } from '../../server/test/conformance/backend.ts';
import { textOf } from '../../server/test/support/documents.ts';
import { opensearchBackend } from '../src/backend.ts';
import { missingCluster, startCluster } from './cluster/cluster.fixture.ts';
import { startFaultyProxy } from './cluster/proxy.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined).each([1, 3])('on a real cluster of %i', (count) => {
  backendConformance('opensearch', async () => {
    const cluster = await startCluster(count);
    const proxy = await startFaultyProxy(cluster.url);
    const options = { name: 'zoo', index: 'zoo', nodes: [proxy.url], deadline: 10_000 };
    const backend = opensearchBackend({ ...options, shards: count, replicas: '0-1' });
    return {
      backend,
      space: 'zoo',
      loadThesaurus: async (turtle) => {
        const content = await backend.content('zoo', true);
        await content!.thesaurus!.replaceThesaurus(textOf(turtle), 'text/turtle');
      },
      stopEngine: proxy.close,
      remoteFaults: {
        hang: async () => proxy.setMode('hang'),
        returnPartialResults: async () => proxy.setMode('fail-shard'),
        recover: async () => proxy.setMode('forward'),
      },
      close: async () => {
        await backend.close();
        await proxy.close();
        await cluster.close();
      },
    };
  });
});
