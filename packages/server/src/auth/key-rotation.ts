/** Key rotation in the data directory: new keys sign at once, revoked keys invalidate their tokens. */
import { join } from 'node:path';
import { acquireLock } from '../filesystem/lock.ts';
import { type KeyFile, keysFile, kidOf, newKey, readOrMake, type StoredKey } from './key-file.ts';
import type { TokenKind } from './key-ring.ts';

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

/** Adds a key that signs from now on; previous keys still verify. */
export async function rotateKey(directory: string, kind: TokenKind): Promise<ListedKey> {
  const key = newKey(kind);
  await change(directory, (file) => ({ ...file, keys: [...file.keys, key] }));
  return listed(key);
}

/** Permanently invalidates all tokens signed with the key. Throws for an unknown key and the last key of its kind. */
export async function revokeKey(directory: string, kid: string): Promise<ListedKey> {
  let found: StoredKey | undefined;
  await change(directory, ({ keys, dropped = [] }) => {
    found = keys.find((key) => kidOf(key) === kid);
    if (!found) throw new Error(`There is no key ${kid}; run "keys list" to list all keys`);
    const rest = keys.filter((key) => key !== found);
    if (!rest.some(({ kind }) => kind === found?.kind)) {
      throw new Error(`${kid} is the only key for ${found.kind} tokens; rotate first`);
    }
    return { keys: rest, dropped: [...dropped, kid] };
  });
  return listed(found as StoredKey);
}

function listed(key: StoredKey): ListedKey {
  return { kid: kidOf(key), kind: key.kind, created: key.created };
}

async function change(directory: string, make: (file: KeyFile) => KeyFile): Promise<void> {
  const unlock = await acquireLock(join(directory, 'keys.lock'), { wait: 5000 });
  try {
    await keysFile(directory).write(make(await readOrMake(directory)));
  } finally {
    await unlock();
  }
}
