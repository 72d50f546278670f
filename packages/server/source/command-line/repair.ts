/** `semantic-search repair`: makes a damaged log of configurations readable again; the server has to be stopped. */
import { Command } from 'commander';
import { repair } from '../configurations/durable/repair.ts';
import { settings } from '../main.ts';

export function repairCommand(): Command {
  return new Command('repair')
    .description('Save what can be saved of a damaged log of configurations (DATA_DIR)')
    .action(async () => {
      const { kept, lines, notes, damagedLog } = await repair(settings().dataDirectory);
      console.log(`${kept} of ${lines} changes are good.`);
      for (const note of notes) console.log(note);
      if (damagedLog !== null) console.log(`The damaged log is kept at ${damagedLog}`);
    });
}
