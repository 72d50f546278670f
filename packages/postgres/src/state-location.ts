/** The database as the source of a backup and the target of a restore. */
import { randomUUID } from 'node:crypto';
import * as stored from '@semantic-search/contract/storage';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { changedRows, lockCounter, readDocuments, replaceDocuments, writeChange } from './tables.ts';
import { replaceTokens } from './token-storage.ts';

/** `read` and `write` are one transaction each. */
export function postgresLocation(database: Database) {
  return {
    read: () =>
      database.transaction(async (client) => {
        // The same order as in `write`.
        for (const counter of ['changes', 'tokens'] as const) await lockCounter(client, counter);
        // All configurations have changed after change 0.
        const active = (await changedRows(client, 0)).find((row) => row.active);
        const activations = await client.query<{ record: stored.ActivationRecord }>(
          'SELECT record FROM semantic_search.activations ORDER BY position',
        );
        const log = activations.rows.map(({ record }) => record);
        return {
          configurations: await readDocuments(client),
          state: { ...stored.initialState, activeId: active?.id ?? null, log },
          tokens: await readTokens(client),
        };
      }),
    write: ({ configurations, state, tokens }: stored.StoredState) =>
      database.transaction(async (client) => {
        const changeNumber = (await lockCounter(client, 'changes')) + 1;
        await lockCounter(client, 'tokens');
        await requireAlone(client);
        await replaceDocuments(client, configurations, state, changeNumber);
        await writeChange(client, {}, changeNumber, randomUUID());
        await replaceTokens(client, tokens);
      }),
  } satisfies stored.StateLocation;
}

async function readTokens(client: PoolClient): Promise<stored.TokenFile> {
  const issued = await client.query<{ token: stored.IssuedToken }>(
    'SELECT token FROM semantic_search.tokens ORDER BY number',
  );
  const revoked = await client.query<{ jti: string; revoked: Date; expires: Date | null }>(
    'SELECT jti, revoked, expires FROM semantic_search.revocations ORDER BY number',
  );
  return {
    issued: issued.rows.map(({ token }) => token),
    revoked: revoked.rows.map(({ jti, revoked: date, expires }) => ({
      jti,
      date: date.toISOString(),
      ...(expires && { expires: expires.toISOString() }),
    })),
  };
}

/** Rejects while another process is connected, because it would go on with its state in memory. */
async function requireAlone(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(DISTINCT application_name)::integer AS others FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'semantic-search %'
       AND application_name <> current_setting('application_name')`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0) throw new Error(`Stop all servers first: ${others} are connected to the database`);
}
