/** Child process for a part of the benchmark, with memory and JIT state of its own. */
import { fork } from 'node:child_process';
import type { AutocompleteFigures, AutocompleteTask } from './autocomplete.ts';
import type { BuildFigures, BuildTask } from './build-phase.ts';
import type { QueryFigures, QueryTask } from './query-phase.ts';
import type { TimingRow } from './timing.ts';
import type { TopKTask } from './top-k-only.ts';

export interface Tasks {
  build: { task: BuildTask; result: BuildFigures };
  query: { task: QueryTask; result: QueryFigures };
  notRead: { task: TopKTask; result: Record<string, TimingRow> };
  suggest: { task: AutocompleteTask; result: AutocompleteFigures };
}

/** Writes a CPU profile of each thread to `profileFolder`. */
export function runInChild<Name extends keyof Tasks>(
  name: Name,
  task: Tasks[Name]['task'],
  profileFolder?: string,
): Promise<Tasks[Name]['result']> {
  const profiling =
    profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}/${name}`];
  const execArgv = ['--expose-gc', '--max-old-space-size=8192', ...profiling];
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./child.ts', import.meta.url), [], { execArgv });
    let result: Tasks[Name]['result'] | undefined;
    child.on('message', (message) => {
      result = message as Tasks[Name]['result'];
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0 && result !== undefined) resolve(result);
      else reject(new Error(`The part "${name}" of the benchmark failed.`));
    });
    child.send({ name, task });
  });
}
