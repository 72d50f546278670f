/** OpenSearch backend whose errors are problems, as clients of the server see them. */

import type { WritableBackend } from '@semantic-search/engine/backend';
import { BackendError } from '@semantic-search/engine/backend';
import { callProblem, withProblems } from '../../../server/src/backends/call-problem.ts';
import { mapErrors, wrapOperations } from '../../../server/src/backends/wrap-operations.ts';
import { type OpensearchOptions, opensearchBackend } from '../../src/backend.ts';

export function servedBackend(options: OpensearchOptions): WritableBackend {
  const backend = withProblems(opensearchBackend(options), options.name);
  const toProblem = (error: unknown) =>
    error instanceof BackendError ? callProblem(error, options.name) : error;
  return {
    ...backend,
    space: async (name) => {
      const space = await backend.space(name);
      return space && wrapOperations(space, mapErrors(toProblem));
    },
  };
}
