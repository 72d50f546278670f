/** Child process of the benchmark: receives a task, sends the result, exits. */

import { suggest } from './autocomplete.ts';
import { build } from './build-phase.ts';
import { runQueries } from './query-phase.ts';
import type { Tasks } from './run-in-child.ts';
import { topKOnly } from './top-k-only.ts';

type Parts = { [Name in keyof Tasks]: (task: Tasks[Name]['task']) => Promise<Tasks[Name]['result']> };

const parts: Parts = { build, query: runQueries, notRead: topKOnly, suggest };

process.once('message', async (message) => {
  const { name, task } = message as { name: keyof Tasks; task: never };
  process.send!(await parts[name](task));
  process.disconnect();
});
