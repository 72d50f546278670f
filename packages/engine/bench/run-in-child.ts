/** Runs a part of the benchmark in a process of its own, so that memory and warmth of one do not count for another. */
import { fork } from 'node:child_process';
import type { Suggested, SuggestTask } from './autocomplete.ts';
import type { BuildTask, Built } from './build-phase.ts';
import type { Asked, AskTask } from './query-phase.ts';
import type { Row } from './timing.ts';
import type { NotReadTask } from './top-k-only.ts';

export interface Tasks {
  build: { task: BuildTask; result: Built };
  ask: { task: AskTask; result: Asked };
  notRead: { task: NotReadTask; result: Record<string, Row> };
  suggest: { task: SuggestTask; result: Suggested };
}

/** `profileFolder` gets a CPU profile of every thread. */
export function inChild<Name extends keyof Tasks>(
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
