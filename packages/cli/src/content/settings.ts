/** `semantic-search settings`: shows and changes the ranking settings of a search space. */

import { join } from 'node:path';
import { completeRanking, readRanking, writeRanking } from '@semantic-search/engine/building-blocks';
import { assignRanking, listRanking, loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { requireLocalSpace } from '../evaluation/find-space.ts';

interface SettingsOptions {
  space: string;
  set?: string[];
  reset?: true;
  json?: true;
}

export function settingsCommand(): Command {
  return new Command('settings')
    .description(
      'Show or change the ranking settings of a search space; a running server applies changes within one second',
    )
    .requiredOption('--space <name>', 'name of the search space')
    .option('--set <assignments...>', 'change settings, such as k1=1.2 fields.title=3 b=default')
    .option('--reset', 'restore all default values, before --set')
    .option('--json', 'print the settings as a JSON object')
    .action(async ({ space, set = [], reset, json }: SettingsOptions) => {
      const { dataDirectory, remoteSpaces } = loadSettings();
      await requireLocalSpace(space, { dataDirectory, remoteSpaces });
      const directory = join(dataDirectory, 'spaces', space);
      const stored = readRanking(directory);
      const changed = assignRanking(reset ? {} : stored, set);
      if (reset || set.length > 0) writeRanking(directory, changed);
      const complete = completeRanking(changed);
      if (json) return console.log(JSON.stringify(complete));
      const own = new Map(listRanking(changed));
      for (const [name, value] of listRanking(complete))
        console.log(`${name.padEnd(20)}  ${value}${own.has(name) ? '' : '  (default)'}`);
    });
}
