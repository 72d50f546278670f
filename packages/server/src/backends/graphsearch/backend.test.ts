import { backendConformance } from '../../../test/conformance/backend.ts';
import { startStandIn } from '../../../test/support/fake-graphsearch-server/process.ts';
import { standInSpace } from '../../../test/support/fake-graphsearch-server/responses.ts';
import { graphsearchBackend } from './backend.ts';

// With the fake server this proves only that the adapter follows the published documentation.
backendConformance('graphsearch', async () => {
  const standIn = await startStandIn();
  const backend = graphsearchBackend({
    name: 'zoo',
    searchSpaceId: standInSpace,
    url: standIn.url,
    credentials: { type: 'none' },
    similarities: ['combined', 'concepts', 'text'],
    recommenders: ['related-concepts', 'same-topic-newer'],
    deadline: 5000,
  });
  return {
    backend,
    space: 'zoo',
    learn: standIn.learn,
    takeAway: standIn.kill,
    elsewhere: {
      hang: () => standIn.behave({ odd: { path: 'search', how: 'hang' } }),
      halve: () => standIn.behave({ partial: true }),
      mend: () => standIn.behave(),
    },
    close: async () => {
      await backend.close();
      await standIn.close();
    },
  };
});
