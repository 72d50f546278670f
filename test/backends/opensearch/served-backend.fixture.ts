/** OpenSearch backend whose errors are problems, as clients of the server see them. */
import { type OpensearchOptions, opensearchBackend } from '../../../packages/opensearch/src/backend.ts';
import type { WritableBackend } from '../../../packages/server/src/backends/backend.ts';
import { BackendError } from '../../../packages/server/src/backends/backend-error.ts';
import { callProblem, withProblems } from '../../../packages/server/src/backends/call-problem.ts';
import { mapAdapterErrors } from '../../../packages/server/src/backends/map-adapter-errors.ts';

export function servedBackend(options: OpensearchOptions): WritableBackend {
  const backend = withProblems(opensearchBackend(options), options.name);
  const toProblem = (error: unknown) =>
    error instanceof BackendError ? callProblem(error, options.name) : error;
  return {
    ...backend,
    space: async (name) => {
      const space = await backend.space(name);
      return space && mapAdapterErrors(space, toProblem);
    },
  };
}
