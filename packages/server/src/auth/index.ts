/** Keys and tokens, for the command line. */
export { openAccessIssuer } from './authority.ts';
export { type ListedKey, listKeys, revokeKey, rotateKey } from './key-file.ts';
export type { TokenKind } from './key-ring.ts';
