/** Option `--schedule` of commands that a running server repeats. */

import { resolve } from 'node:path';
import { nextRun, scheduleSource, validateSchedule } from '@semantic-search/server/schedules';
import { loadSettings } from '@semantic-search/server/settings';
import { InvalidArgumentError, Option } from 'commander';

export function scheduleOption(): Option {
  return new Option(
    '--schedule <cron>',
    'also let the server repeat the command, such as "0 3 * * *" for every night at three',
  ).argParser((text: string) => {
    try {
      validateSchedule(text);
      return text;
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  });
}

/** Stores the running command without `--schedule`. `start` is its first argument: an address or a folder. */
export async function storeSchedule(space: string, schedule: string, start: string): Promise<void> {
  const words = process.argv.slice(2);
  const at = words.findIndex((word) => word === '--schedule' || word.startsWith('--schedule='));
  const command = words.toSpliced(at, words[at] === '--schedule' ? 2 : 1);
  const folder = command.findIndex((word, i) => word === start && !command[i - 1]!.startsWith('--'));
  // The server may run in another folder.
  if (!/^https?:/i.test(start)) command[folder] = resolve(start);
  const stored = await scheduleSource(loadSettings().dataDirectory, { space, schedule, command });
  console.log(
    `Source ${stored.id}: the server repeats it, next at ${nextRun(stored, undefined)?.toISOString()}`,
  );
}
