/** The database as a migration source or target, and as the target of a restore. */

import { randomUUID } from 'node:crypto';
import {
  affectedIds,
  applyEvent,
  type ChangeRecord,
  emptyState,
  type IssuedToken,
  issuedSince,
  type StateLocation,
  type StoredTokens,
} from '@semantic-search/server/stores';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { changesAfter, lockCounter, write } from './tables.ts';
import { openPostgresTokenStore, putTokens } from './token-store.ts';

export interface DatabaseLocation extends StateLocation {
  /**
   * Replaces everything in one transaction, except revocations and the next ID. No revoked token becomes valid again, and
   * no ID is reused. Tokens issued since the backup become invalid. Rejects while another process is connected.
   */
  replace(changes: readonly ChangeRecord[], tokens: StoredTokens): Promise<void>;
  /** Rejects while another process is connected, because it would continue with its state in memory. */
  requireAlone(): Promise<void>;
}

export function postgresLocation(database: Database): DatabaseLocation {
  return {
    name: 'the database',
    changes: () => database.transaction((client) => changesAfter(client, 0)),
    putChanges: (changes) =>
      database.transaction(async (client) => {
        if ((await lockCounter(client, 'changes')) > 0) throw new Error('The database has changes already');
        await insertChanges(client, changes);
      }),
    tokens: () => database.transaction(readTokens),
    async putTokens({ issued, revoked }) {
      const store = await openPostgresTokenStore(database);
      for (const token of issued) await store.record(token);
      for (const { jti, expires } of revoked) await store.revoke(jti, expires);
    },
    requireAlone: () => database.transaction(requireAlone),
    replace: (changes, tokens) =>
      database.transaction(async (client) => {
        for (const counter of ['changes', 'tokens'] as const) await lockCounter(client, counter);
        await requireAlone(client);
        await client.query('DELETE FROM semantic_search.configurations');
        await client.query('DELETE FROM semantic_search.changes');
        await client.query(`UPDATE semantic_search.counters SET value = 0 WHERE name = 'changes'`);
        await insertChanges(client, changes);
        const revokedByRestore = issuedSince((await readTokens(client)).issued, tokens.issued);
        await client.query('DELETE FROM semantic_search.tokens');
        await putTokens(client, { ...tokens, revoked: [...tokens.revoked, ...revokedByRestore] });
      }),
  };
}

async function insertChanges(client: PoolClient, changes: readonly ChangeRecord[]): Promise<void> {
  const state = emptyState();
  const counts = new Map<number, number>();
  for (const change of changes) {
    const effect = applyEvent(state, change);
    await write(client, effect, counts, randomUUID());
    state.commit(effect);
    for (const id of affectedIds(change)) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (effect.entry === null) counts.delete(change.id);
  }
  if (state.nextId === 1) return;
  await client.query(
    `SELECT setval('semantic_search.configuration_ids',
       greatest($1, (SELECT last_value FROM semantic_search.configuration_ids)))`,
    [state.nextId - 1],
  );
}

async function readTokens(client: PoolClient): Promise<StoredTokens> {
  const issued = await client.query<{ token: IssuedToken }>(
    'SELECT token FROM semantic_search.tokens ORDER BY number',
  );
  const revoked = await client.query<{ jti: string; expires: Date | null }>(
    'SELECT jti, expires FROM semantic_search.revocations ORDER BY number',
  );
  return {
    issued: issued.rows.map(({ token }) => token),
    revoked: revoked.rows.map(({ jti, expires }) => ({
      jti,
      ...(expires && { expires: expires.toISOString() }),
    })),
  };
}

/** A running server would continue with the previous state in memory. */
async function requireAlone(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(DISTINCT application_name)::integer AS others FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'semantic-search %'
       AND application_name <> current_setting('application_name')`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0) throw new Error(`Stop all servers first: ${others} are connected to the database`);
}
