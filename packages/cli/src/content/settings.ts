/** `semantic-search settings`: shows and changes the ranking settings of a search space. */
import { getRanking, replaceRanking } from '@semantic-search/client';
import type { RankingSettings } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, requireSpace, SERVER_OPTION } from '../connections/connect.ts';

interface SettingsOptions {
  space: string;
  set?: string[];
  reset?: true;
  json?: true;
  server?: string;
}

export function settingsCommand(): Command {
  return new Command('settings')
    .description('Show or change the ranking settings of a search space; changes apply to the next search')
    .requiredOption('--space <name>', 'name of the search space')
    .option('--set <assignments...>', 'change settings, such as k1=1.2 fields.title=3 b=default')
    .option('--reset', 'restore all default values, before --set')
    .option('--json', 'print the settings as a JSON object')
    .option(...SERVER_OPTION)
    .action(async ({ space, set = [], reset, json, server }: SettingsOptions) => {
      const connection = await connect(['configurations:read', 'spaces:write'], server);
      await requireSpace(connection, space);
      let ranking = await getRanking(connection, space);
      if (reset || set.length > 0) {
        const names = listRanking(ranking.effective).map(([name]) => name);
        const changed = assignRanking(reset ? {} : ranking.settings, set, names);
        ranking = await replaceRanking(connection, space, changed);
      }
      if (json) return console.log(JSON.stringify(ranking.effective));
      const own = new Map(listRanking(ranking.settings));
      for (const [name, value] of listRanking(ranking.effective))
        console.log(`${name.padEnd(20)}  ${value}${own.has(name) ? '' : '  (default)'}`);
    });
}

/** Names such as `fields.title`, and values. */
export function listRanking(settings: RankingSettings): [name: string, value: number][] {
  return Object.entries(settings).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number'
      ? [[name, value]]
      : Object.entries(value).map(([part, number]) => [`${name}.${part}`, number]),
  );
}

/** Applies assignments such as `fields.title=3`; `default` removes a setting. The server checks the values. */
export function assignRanking(
  settings: RankingSettings,
  assignments: readonly string[],
  names: readonly string[],
): RankingSettings {
  const values = new Map(listRanking(settings));
  for (const assignment of assignments) {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(assignment) ?? [];
    if (name === undefined || value === undefined || !names.includes(name))
      throw new Error(`${assignment}: expected NAME=VALUE with one of the names ${names.join(', ')}`);
    if (value === 'default') values.delete(name);
    else values.set(name, numberIn(value, assignment));
  }
  const changed: Record<string, number | Record<string, number>> = {};
  for (const [name, value] of values) {
    const [group, member] = name.split('.') as [string, string?];
    if (member === undefined) changed[group] = value;
    else changed[group] = { ...(changed[group] as Record<string, number>), [member]: value };
  }
  return changed;
}

function numberIn(value: string, assignment: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && value.trim() !== '') return number;
  throw new Error(`${assignment}: expected a number or "default"`);
}
