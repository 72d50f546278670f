/** The process that one part of the benchmark runs in: gets a task, sends the result, ends. */
import { ask } from './ask.ts';
import { build } from './build.ts';
import type { Tasks } from './in-child.ts';
import { notRead } from './not-read.ts';
import { suggest } from './suggest.ts';

type Parts = { [Name in keyof Tasks]: (task: Tasks[Name]['task']) => Promise<Tasks[Name]['result']> };

const parts: Parts = { build, ask, notRead, suggest };

process.once('message', async (message) => {
  const { name, task } = message as { name: keyof Tasks; task: never };
  process.send!(await parts[name](task));
  process.disconnect();
});
