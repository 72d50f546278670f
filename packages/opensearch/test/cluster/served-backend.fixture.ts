/** OpenSearch backend whose errors are problems, as clients of the server see them. */

import type { WritableBackend } from '@semantic-search/engine/backend';
import { storageProblem } from '../../../server/src/backends/call-problem.ts';
import { withProblems, wrapResults } from '../../../server/src/backends/with-problems.ts';
import { type OpensearchOptions, opensearchBackend } from '../../src/backend.ts';

export function servedBackend(options: OpensearchOptions): WritableBackend {
  const backend = withProblems(opensearchBackend(options));
  return {
    ...backend,
    space: async (name) => {
      const space = await backend.space(name);
      return (
        space &&
        wrapResults(space, (result) =>
          result.catch((error: unknown) => {
            throw storageProblem(error, options.name);
          }),
        )
      );
    },
  };
}
