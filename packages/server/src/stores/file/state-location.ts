/** The data directory as a migration source or target; the caller holds its lock. */
import { noTokens, openTokenStore, tokensFile } from '../../auth/token-store.ts';
import type { StateLocation } from '../state-location.ts';
import { readChanges, writeChanges } from './changes.ts';

export function directoryLocation(directory: string): StateLocation {
  return {
    name: `the data directory ${directory}`,
    changes: () => readChanges(directory),
    putChanges: (changes) => writeChanges(directory, changes),
    async tokens() {
      const { issued, revoked } = (await tokensFile(directory).read()) ?? noTokens;
      return { issued, revoked: revoked.map(({ date: _date, ...revocation }) => revocation) };
    },
    async putTokens({ issued, revoked }) {
      const store = await openTokenStore(directory);
      const recorded = new Set(store.list().map(({ jti }) => jti));
      for (const token of issued) if (!recorded.has(token.jti)) await store.record(token);
      for (const { jti, expires } of revoked) if (!store.isRevoked(jti)) await store.revoke(jti, expires);
    },
  };
}
