import { backendConformance } from '../../server/test/conformance/backend.ts';
import { graphsearchBackend } from '../src/backend.ts';
import { startFakeGraphsearchServer } from './fake-server/process.ts';
import { FAKE_SPACE_ID } from './fake-server/responses.ts';

// With the fake server this proves only that the adapter follows the published documentation.
backendConformance('graphsearch', async () => {
  const fakeServer = await startFakeGraphsearchServer();
  const backend = graphsearchBackend({
    name: 'zoo',
    searchSpaceId: FAKE_SPACE_ID,
    url: fakeServer.url,
    credentials: { type: 'none' },
    similarities: ['combined', 'concepts', 'text'],
    recommenders: ['related-concepts', 'same-topic-newer'],
    deadlineMs: 5000,
  });
  return {
    backend,
    space: 'zoo',
    loadThesaurus: fakeServer.loadThesaurus,
    stopEngine: fakeServer.kill,
    isForeignService: true,
    remoteFaults: {
      hang: () => fakeServer.setBehavior({ odd: { path: 'search', how: 'hang' } }),
      returnPartialResults: () => fakeServer.setBehavior({ partial: true }),
      recover: () => fakeServer.setBehavior(),
    },
    close: async () => {
      await backend.close();
      await fakeServer.close();
    },
  };
});
