import { describe } from 'vitest';
import { backendConformance } from '../../server/test/conformance/backend.ts';
import { textOf } from '../../server/test/support/documents.ts';
import { opensearchBackend } from '../src/backend.ts';
import { missingCluster, startCluster } from './cluster/cluster.fixture.ts';
import { startFaultyProxy } from './cluster/proxy.fixture.ts';

const reason = await missingCluster();
if (reason) console.warn(reason);

const NODE_COUNT = 3;

/** The suite of `secured.test.ts` covers a single node with one shard. */
describe.skipIf(reason !== undefined)('on a real cluster of three nodes', () => {
  backendConformance('opensearch', async () => {
    const cluster = await startCluster(NODE_COUNT);
    const proxy = await startFaultyProxy(cluster.url);
    const options = { name: 'zoo', index: 'zoo', nodes: [proxy.url], deadlineMs: 10_000 };
    const backend = opensearchBackend({ ...options, shards: NODE_COUNT, replicas: '0-1' });
    return {
      backend,
      space: 'zoo',
      loadThesaurus: async (turtle) => {
        const content = await backend.content('zoo', { create: true });
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
