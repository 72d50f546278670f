/** `semantic-search keys`: lists, rotates and revokes signing keys, and checks that some exist. */
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ListedKey, listKeys, revokeKey, rotateKey, type TokenKind } from '@semantic-search/server/auth';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Argument, Command } from 'commander';

const TOKEN_KINDS: TokenKind[] = ['access', 'publishable'];

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'List, rotate and revoke token signing keys; a running server applies changes within one second',
  );
  keys
    .command('list')
    .description('List the keys, newest first, without their secrets')
    .action(async () => {
      for (const key of await listKeys(await keyFolder())) console.log(lineOf(key));
    });
  keys
    .command('rotate')
    .description('Add a new signing key; tokens signed with previous keys stay valid')
    .addArgument(new Argument('<kind>', 'kind of tokens that the key signs').choices(TOKEN_KINDS))
    .action(async (kind: TokenKind) => console.log(lineOf(await rotateKey(await keyFolder([kind]), kind))));
  keys
    .command('revoke')
    .description('Revoke a key and all tokens signed with it')
    .argument('<kid>', 'ID of the key, as listed by "keys list"')
    .action(async (kid: string) => console.log(`Revoked ${lineOf(await revokeKey(await keyFolder(), kid))}`));
  return keys;
}

const lineOf = ({ kid, kind, created }: ListedKey) => [kid, kind, created].join('\t');

/** Directory of the keys. Warns if secrets in the environment replace its keys: commands do not change those secrets. */
async function keyFolder(usedKinds = TOKEN_KINDS): Promise<string> {
  const { dataDirectory, secrets } = await loadSettings();
  // Without the secrets, because the commands need keys in the directory.
  await requireSigningKeys({ dataDirectory, secrets: {} });
  for (const kind of usedKinds)
    if (secrets[kind]?.length)
      console.error(
        `Warning: ${kind.toUpperCase()}_TOKEN_SECRETS is set in the environment; keys of that kind in ${dataDirectory} are not used.`,
      );
  return dataDirectory;
}

/** Prints the directory, which may be the wrong one. Throws without signing keys, unless `createKeys` permits new ones. */
export async function requireSigningKeys(
  { dataDirectory, secrets }: Pick<ServerSettings, 'dataDirectory' | 'secrets'>,
  { createKeys = false }: { createKeys?: boolean | undefined } = {},
): Promise<void> {
  const directory = resolve(dataDirectory);
  const hasSecrets = Boolean(secrets.access?.length && secrets.publishable?.length);
  const hasKeys = await access(join(directory, 'keys.json')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  );
  if (!hasSecrets && !hasKeys && !createKeys)
    throw new Error(
      `No server has used the data directory ${directory}: it has no signing keys. Set DATA_DIR to the data directory of the server, or run the command in the folder where the server was started`,
    );
  console.error(`Data directory: ${directory}${hasSecrets || hasKeys ? '' : ' (new)'}`);
}
