/** Keys and tokens, for the command line. */
export { type Authority, openAuthority } from './authority.ts';
export { keysFile, newKeys } from './key-file.ts';
export { hasForeignKeys, type TokenKind } from './key-ring.ts';
export { type ListedKey, listKeys, revokeKey, rotateKey } from './key-rotation.ts';
export type { TokenIssuer } from './token-issuer.ts';
