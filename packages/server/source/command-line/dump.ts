/** `semantic-search dump` and `restore`: the whole state, content too, to and from one file, also beside a running server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { publishedAddress } from '../disk/address.ts';
import { presentState } from '../dump/present-state.ts';
import { isStaged, stageDump, takeOrHolder } from '../dump/restore-dump.ts';
import { type Manifest, writeDump } from '../dump/write-dump.ts';
import { settings } from '../main.ts';

export function dumpCommand(): Command {
  return new Command('dump')
    .description(
      'Write configurations, their history, tokens, keys and content to one file; it holds secrets',
    )
    .argument('<file>', 'such as backup.tar.gz')
    .action(async (file: string) => console.log(words(await writeDump(settings().dataDirectory, file))));
}

/** How long a running server may take to start anew, in milliseconds. */
const longestRestart = 60_000;

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Replace the whole state by that of a dump; a running server starts anew with it')
    .argument('<file>')
    .option('--replace', 'also where there is state already; the former goes to the folder quarantine')
    .action(async (file: string, { replace = false }: { replace?: boolean }) => {
      const { dataDirectory } = settings();
      if (!replace) await requireEmpty(dataDirectory);
      const manifest = await stageDump(dataDirectory, file);
      const holder = await takeOrHolder(dataDirectory);
      if (holder !== null) await restart(dataDirectory, holder);
      console.log(`Restored ${words(manifest)}`);
      console.log('The former state is in the folder quarantine.');
    });
}

async function requireEmpty(directory: string): Promise<void> {
  const found = await presentState(directory);
  if (found === null) return;
  throw new Error(`The data directory has ${found}. Nothing was changed; --replace puts the dump in its place`);
}

async function restart(directory: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR2');
  for (const deadline = Date.now() + longestRestart; Date.now() < deadline; await sleep(50)) {
    if (!(await isStaged(directory)) && (await publishedAddress(directory)) !== null) return;
  }
  throw new Error('The running server has not started anew yet; the dump is taken when it does');
}

function words({ date, configurations, changes, spaces }: Manifest): string {
  return `${date}: ${configurations} configurations, ${changes} changes, search spaces: ${spaces.join(', ') || 'none'}`;
}
