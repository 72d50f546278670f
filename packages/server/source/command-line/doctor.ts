/** `semantic-search doctor`: looks at the data directory part by part, and mends what can be mended. */
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { salvageSpace } from '@semantic-search/engine';
import { Command } from 'commander';
import { quarantine } from '../configurations/durable/projections.ts';
import { repair } from '../configurations/durable/repair.ts';
import { nullWhenMissing } from '../disk/durable-file.ts';
import { takeLock } from '../disk/lock.ts';
import { diagnose, type Finding } from '../dump/diagnosis.ts';
import { settings } from '../main.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check all that is kept in the data directory; exits with 1 when a part is damaged')
    .option('--repair', 'mend what can be mended; the server has to be stopped')
    .action(async ({ repair: wanted }: { repair?: boolean }) => {
      const { dataDirectory } = settings();
      const found = await diagnose(dataDirectory);
      if (wanted) for (const note of await mend(dataDirectory, found)) console.log(note);
      const left = wanted ? await diagnose(dataDirectory) : found;
      for (const { part, state, message } of left) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (left.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}

/** What was done, in words. Throws LockedError while a server runs on the directory. */
export async function mend(directory: string, findings: readonly Finding[]): Promise<string[]> {
  const notes: string[] = [];
  const stateOf = (part: string) => findings.find((finding) => finding.part === part)?.state;
  if (stateOf('log of configurations') === 'damaged') {
    const { kept, lines, notes: told } = await repair(directory);
    notes.push(`${kept} of ${lines} changes are good.`, ...told);
  }
  const unlock = await takeLock(join(directory, 'LOCK'));
  try {
    for (const name of ['keys.json', 'tokens.json']) {
      if (stateOf(name) === 'doubtful') await chmod(join(directory, name), 0o600);
    }
    for (const { part, state } of findings) {
      const name = /^search space (.+)$/.exec(part)?.[1];
      if (name && state === 'damaged') notes.push(await saveSpace(directory, name));
    }
    if (stateOf('keys.json') === 'damaged' || stateOf('tokens.json') === 'damaged') {
      notes.push(...(await beginTokensAnew(directory)));
    }
  } finally {
    await unlock();
  }
  return notes;
}

/** Which tokens were revoked is lost with the file; only new keys make sure that none of them lives again. */
async function beginTokensAnew(directory: string): Promise<string[]> {
  const aside = await quarantine(directory);
  for (const name of ['keys.json', 'tokens.json']) {
    await rename(join(directory, name), join(aside, `${Date.now()}-${name}`)).catch(nullWhenMissing);
  }
  return ['Keys and tokens are put aside: every token has ended, new ones have to be issued.'];
}

/** The damaged files are put aside. */
async function saveSpace(directory: string, name: string): Promise<string> {
  const aside = join(await quarantine(directory), `${Date.now()}-${name}`);
  try {
    const { documents, lost, thesaurus } = salvageSpace(join(directory, 'spaces', name), aside);
    const rest = thesaurus ? '' : ' It has no thesaurus now: upload one.';
    return `Search space ${name}: ${documents} documents are saved, ${lost} cannot be read.${rest}`;
  } catch (error) {
    return `Search space ${name}: nothing can be read (${(error as Error).message}); restore a dump.`;
  }
}
