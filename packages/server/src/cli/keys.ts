/** `semantic-search keys`: the keys that sign tokens, also beside a running server. */
import { Argument, Command } from 'commander';
import { type ListedKey, listKeys, revokeKey, rotateKey } from '../auth/key-rotation.ts';
import type { TokenKind } from '../auth/keys.ts';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { loadSettings } from '../main.ts';

const kinds: TokenKind[] = ['access', 'publishable'];

export function keysCommand(): Command {
  return new Command('keys')
    .description('List, rotate and drop the keys that sign tokens; a running server follows within a second')
    .addCommand(list())
    .addCommand(rotate())
    .addCommand(drop());
}

function list(): Command {
  return new Command('list').description('Show the keys, newest first; never a secret').action(async () => {
    for (const key of await listKeys(await ownDirectory())) console.log(line(key));
  });
}

function rotate(): Command {
  return new Command('rotate')
    .description('Add a key that signs from now on; tokens of the former ones stay good')
    .addArgument(new Argument('<kind>', 'whose tokens it signs').choices(kinds))
    .action(async (kind: TokenKind) => console.log(line(await rotateKey(await ownDirectory(kind), kind))));
}

function drop(): Command {
  return new Command('drop')
    .description('Drop a key, and with it every token that it signed')
    .argument('<kid>')
    .action(async (kid: string) =>
      console.log(`dropped ${line(await revokeKey(await ownDirectory(), kid))}`),
    );
}

const line = ({ kid, kind, created }: ListedKey) => [kid, kind, created].join('\t');

/** Where the keys are; secrets given in the environment are rotated there, newest first. */
async function ownDirectory(kind?: TokenKind): Promise<string> {
  const { dataDirectory, secrets } = loadSettings();
  const given = kinds.filter((each) => secrets[each]?.length && (kind === undefined || kind === each));
  if (given.length > 0) {
    const variables = given.map((each) => `${each.toUpperCase()}_TOKEN_SECRETS`).join(' and ');
    console.error(`${variables} in the environment count instead of keys of that kind in ${dataDirectory}`);
  }
  await makeDataDirectory(dataDirectory);
  return dataDirectory;
}
