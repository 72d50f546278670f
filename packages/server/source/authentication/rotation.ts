/** Rotation of the keys kept in the data directory: a new one signs at once, a dropped one ends its tokens at once. */
import { join } from 'node:path';
import { checkedFile } from '../disk/checked-file.ts';
import { takeLock } from '../disk/lock.ts';
import { type KeyFile, newKey, readOrMake, signingKey, type TokenKind } from './keys.ts';

export interface ListedKey {
  kid: string;
  kind: TokenKind;
  /** ISO 8601. */
  created: string;
}

/** Newest first; the first of its kind signs. */
export async function listKeys(directory: string): Promise<ListedKey[]> {
  return (await readOrMake(directory)).keys.map(listed).reverse();
}

/** Adds a key that signs from now on; the former ones go on verifying. */
export async function rotateKey(directory: string, kind: TokenKind): Promise<ListedKey> {
  const key = newKey(kind);
  await change(directory, (keys) => [...keys, key]);
  return listed(key);
}

/** Every token signed with the key ends. Throws for an unknown key and for the last one of its kind. */
export async function dropKey(directory: string, kid: string): Promise<ListedKey> {
  let dropped: ListedKey | undefined;
  await change(directory, (keys) => {
    dropped = keys.map(listed).find((key) => key.kid === kid);
    if (!dropped) throw new Error(`There is no key ${kid}; "keys list" shows what there is`);
    const rest = keys.filter((key) => listed(key).kid !== kid);
    if (!rest.some(({ kind }) => kind === dropped?.kind)) {
      throw new Error(`${kid} is the only key for ${dropped.kind} tokens; rotate first`);
    }
    return rest;
  });
  return dropped as ListedKey;
}

function listed({ kind, created, secret }: KeyFile['keys'][number]): ListedKey {
  return { kid: signingKey(Buffer.from(secret, 'base64url'), kind).kid, kind, created };
}

async function change(directory: string, make: (keys: KeyFile['keys']) => KeyFile['keys']): Promise<void> {
  const unlock = await takeLock(join(directory, 'keys.lock'), { wait: 5000 });
  try {
    const { keys } = await readOrMake(directory);
    await checkedFile<KeyFile>(join(directory, 'keys.json'), 0o600).write({ keys: make(keys) });
  } finally {
    await unlock();
  }
}
