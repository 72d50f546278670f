/** Tokens in PostgreSQL: all replicas apply a revocation within a second. */
import * as stored from '@semantic-search/contract/storage';
import type { ClientBase } from 'pg';
import { channel } from './change-listener.ts';
import { type Database, UnknownOutcomeError } from './database.ts';
import { lockCounter } from './tables.ts';

type Revocation = stored.TokenFile['revoked'][number];

/** Follows the database until it is closed. */
export async function openTokenStorage(database: Database): Promise<stored.TokenStorage> {
  const issued = new Map<string, stored.IssuedToken>();
  const revoked = new Set<string>();
  /** Number of the latest change in memory. */
  let latest = 0;
  let tokens: stored.TokenStorage['tokens'];
  const publish = () => {
    tokens = { issued: [...issued.values()], revoked };
  };

  /** Revocations in memory stay, even if the database is restored to an earlier state. */
  async function catchUp(client: ClientBase, value: number): Promise<void> {
    if (value === latest) return;
    const rows = await rowsAfter(client, value < latest ? 0 : latest);
    for (const { jti, token } of rows) {
      if (token) issued.set(jti, token);
      else revoked.add(jti);
    }
    publish();
    // The rows are one snapshot, which may be newer than the value, so no number below the greatest is missing.
    latest = rows.reduce((greatest, { number }) => Math.max(greatest, Number(number)), value);
  }

  async function change(write: (client: ClientBase, number: number) => Promise<unknown>): Promise<void> {
    const attempt = () =>
      database.transaction(async (client) => {
        const number = (await lockCounter(client, 'tokens')) + 1;
        await write(client, number);
        await client.query(
          `WITH counter AS (UPDATE semantic_search.counters SET value = $1 WHERE name = 'tokens')
           SELECT pg_notify($2, 'tokens')`,
          [number, channel],
        );
      });
    // Recording and revoking are idempotent, so a commit of unknown outcome is retried.
    try {
      await attempt().catch((error) => {
        if (!(error instanceof UnknownOutcomeError)) throw error;
        return attempt();
      });
    } catch (cause) {
      throw new stored.SaveError('unchanged', cause);
    }
  }

  publish();
  database.follow('tokens', catchUp);
  await database.transaction(async (client) => catchUp(client, await lockCounter(client, 'tokens')));

  return {
    get tokens() {
      return tokens;
    },
    // Own changes apply at once; `latest` follows with the notification.
    async record(recorded) {
      await change(async (client, number) => {
        await deleteExpired(client, 'tokens');
        for (const token of recorded) await insertToken(client, number, token);
      });
      for (const token of recorded) issued.set(token.jti, token);
      publish();
    },
    async revoke(jti, expires) {
      let isNew = false;
      const date = new Date().toISOString();
      await change(async (client, number) => {
        await deleteExpired(client, 'revocations');
        isNew = await insertRevocation(client, number, { jti, date, ...(expires && { expires }) });
      });
      revoked.add(jti);
      publish();
      return isNew;
    },
  };
}

/** Replaces all tokens in a transaction that has locked the counter `tokens`. */
export async function replaceTokens(client: ClientBase, tokens: stored.TokenFile): Promise<void> {
  let number = await lockCounter(client, 'tokens');
  for (const table of ['tokens', 'revocations']) await client.query(`DELETE FROM semantic_search.${table}`);
  for (const token of tokens.issued) await insertToken(client, ++number, token);
  for (const revocation of tokens.revoked) await insertRevocation(client, ++number, revocation);
  await client.query(`UPDATE semantic_search.counters SET value = $1 WHERE name = 'tokens'`, [number]);
}

/** One statement, so that tokens and revocations belong to the same state. `token` is null for a revocation. */
async function rowsAfter(client: ClientBase, number: number) {
  const { rows } = await client.query<{ number: string; jti: string; token: stored.IssuedToken | null }>(
    `SELECT number, jti, token FROM semantic_search.tokens WHERE number > $1 AND expires > now()
     UNION ALL SELECT number, jti, NULL FROM semantic_search.revocations WHERE number > $1
     ORDER BY number`,
    [number],
  );
  return rows;
}

async function insertToken(client: ClientBase, number: number, token: stored.IssuedToken): Promise<void> {
  await client.query(
    `INSERT INTO semantic_search.tokens (jti, number, expires, token) VALUES ($1, $2, $3, $4)
     ON CONFLICT (jti) DO UPDATE SET number = excluded.number, token = excluded.token`,
    [token.jti, number, token.expires, JSON.stringify(token)],
  );
}

/** Returns false if the token was revoked already. */
async function insertRevocation(client: ClientBase, number: number, { jti, date, expires }: Revocation) {
  const { rowCount } = await client.query(
    `INSERT INTO semantic_search.revocations (jti, number, revoked, expires)
     VALUES ($1, $2, $3, coalesce($4, (SELECT expires FROM semantic_search.tokens WHERE jti = $1)))
     ON CONFLICT (jti) DO NOTHING`,
    [jti, number, date, expires ?? null],
  );
  return rowCount === 1;
}

/** Deletes the longest expired entries beyond the maximum. */
async function deleteExpired(client: ClientBase, table: 'tokens' | 'revocations'): Promise<void> {
  await client.query(
    `DELETE FROM semantic_search.${table} WHERE jti IN (
       SELECT jti FROM semantic_search.${table} WHERE expires <= now() ORDER BY expires DESC OFFSET ${stored.MAX_EXPIRED_ENTRIES})`,
  );
}
