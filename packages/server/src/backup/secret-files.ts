/** The files of tokens and keys: each is replaced as a whole, so that a copy is never torn. */
import { isKeyFile } from '../auth/key-file.ts';
import { isTokenFile } from '../auth/token-store.ts';
import { parseChecksummed } from '../filesystem/checksummed-file.ts';

export const secretFiles = ['tokens.json', 'keys.json'] as const;

/** Throws where the text is not what was written. */
export function checkSecretFile(name: (typeof secretFiles)[number], path: string, text: string): void {
  if (name === 'tokens.json') parseChecksummed(path, text, isTokenFile);
  else parseChecksummed(path, text, isKeyFile);
}
