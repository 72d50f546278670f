/** Files of tokens and keys. Each is replaced atomically, so that a copy is always complete. */
import { isKeyFile } from '../auth/key-file.ts';
import { isTokenFile } from '../auth/token-store.ts';
import { parseChecksummed } from '../filesystem/checksummed-file.ts';

export const secretFiles = ['tokens.json', 'keys.json'] as const;

/** Throws if the text is not exactly what was written. */
export function checkSecretFile(name: (typeof secretFiles)[number], path: string, text: string): void {
  if (name === 'tokens.json') parseChecksummed(path, text, isTokenFile);
  else parseChecksummed(path, text, isKeyFile);
}
