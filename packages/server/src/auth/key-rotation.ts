/** Key rotation in the data directory: new keys sign at once, revoked keys invalidate their tokens. */
import { changeKeys, kidOf, newKey, readOrCreateKeys, type StoredKey } from './key-file.ts';
import type { TokenKind } from './key-ring.ts';

export interface ListedKey {
  kid: string;
  kind: TokenKind;
  /** ISO 8601. */
  created: string;
}

/** Newest first; the first of its kind signs. */
export async function listKeys(directory: string): Promise<ListedKey[]> {
  return (await readOrCreateKeys(directory)).keys.map(listed).reverse();
}

/** Adds a key that signs from now on; previous keys still verify. */
export async function rotateKey(directory: string, kind: TokenKind): Promise<ListedKey> {
  const key = newKey(kind);
  await changeKeys(directory, (keys) => [...keys, key]);
  return listed(key);
}

/** Permanently invalidates all tokens signed with the key. Throws for an unknown key and the last key of its kind. */
export async function revokeKey(directory: string, kid: string): Promise<ListedKey> {
  let found: StoredKey | undefined;
  await changeKeys(directory, (keys) => {
    found = keys.find((key) => kidOf(key) === kid);
    if (!found) throw new Error(`There is no key ${kid}; run "keys list" to list all keys`);
    const rest = keys.filter((key) => key !== found);
    if (!rest.some(({ kind }) => kind === found?.kind)) {
      throw new Error(`${kid} is the only key for ${found.kind} tokens; rotate first`);
    }
    return rest;
  });
  return listed(found as StoredKey);
}

function listed(key: StoredKey): ListedKey {
  return { kid: kidOf(key), kind: key.kind, created: key.created };
}
