/** The data directory as a migration source or target; the caller holds its lock. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noTokens, openTokenStore, tokensFile } from '../auth/token-store.ts';
import type { ChangeRecord } from '../configurations/reducer.ts';
import { logPath } from '../configurations/store-file/log.ts';
import { decode, encode } from '../configurations/store-file/log-line.ts';
import { replay } from '../configurations/store-file/replay.ts';
import { fsyncDirectory, nullIfNotFound, replaceFile } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import type { StateLocation } from './state-location.ts';

export function directoryLocation(directory: string): StateLocation {
  const log = logPath(directory);

  async function changes(): Promise<ChangeRecord[]> {
    const bytes = await readFile(log, 'utf8').catch(nullIfNotFound);
    if (bytes === null) return [];
    // Verifies every line, so that corruption is not migrated.
    const { state } = await replay(log);
    return bytes
      .split('\n')
      .slice(0, state.number)
      .map((text) => decode(text)!);
  }

  return {
    name: `the data directory ${directory}`,
    changes,
    async putChanges(lines) {
      await makeFolder(join(directory, 'log'));
      await replaceFile(log, lines.map((line) => `${encode(line)}\n`).join(''));
      await fsyncDirectory(directory);
      await replay(log);
    },
    async tokens() {
      const { issued, revoked } = (await tokensFile(directory).read()) ?? noTokens;
      return { issued, revoked: revoked.map(({ date: _date, ...revocation }) => revocation) };
    },
    async putTokens({ issued, revoked }) {
      const store = await openTokenStore(directory);
      const known = new Set(store.list().map(({ jti }) => jti));
      for (const token of issued) if (!known.has(token.jti)) await store.record(token);
      for (const { jti, expires } of revoked) if (!store.isRevoked(jti)) await store.revoke(jti, expires);
    },
  };
}
