/** Issued and revoked tokens on PostgreSQL: what one replica revokes, all refuse within a second. */
import type { ClientBase } from 'pg';
import { type IssuedToken, type Origins, originsOf, type TokenStore } from '../../auth/token-store.ts';
import { ProblemError } from '../../errors/problem.ts';
import type { Revocation, StoredTokens } from '../state-location.ts';
import { channel } from './change-listener.ts';
import { type Database, UnknownOutcomeError } from './database.ts';
import { lockCounter } from './tables.ts';

interface Row {
  number: string;
  jti: string;
  /** Null in the row of a revocation. */
  token: IssuedToken | null;
}

/** Follows the database until that is closed. */
export async function openPostgresTokenStore(database: Database): Promise<TokenStore> {
  const issued = new Map<string, IssuedToken>();
  const revoked = new Set<string>();
  let known = 0;
  /** Null when they are to be looked up anew. */
  let origins: Origins | null = null;

  /** Revocations that were once heard of stay, also when the database was put back to an earlier state. */
  async function catchUp(client: ClientBase, value: number): Promise<void> {
    if (value === known) return;
    const rows = await rowsAfter(client, value < known ? 0 : known);
    for (const { jti, token } of rows) {
      if (token) issued.set(jti, token);
      else revoked.add(jti);
    }
    for (const [jti, token] of issued) if (!hasNotEnded(token)) issued.delete(jti);
    origins = null;
    // The rows may be newer than the value, and are of one snapshot: none below the greatest is missing.
    known = rows.reduce((greatest, { number }) => Math.max(greatest, Number(number)), value);
  }

  async function change(make: (client: ClientBase, number: number) => Promise<unknown>): Promise<void> {
    const attempt = () =>
      database.transaction(async (client) => {
        const number = (await lockCounter(client, 'tokens')) + 1;
        await make(client, number);
        await client.query(
          `WITH counter AS (UPDATE semantic_search.counters SET value = $1 WHERE name = 'tokens')
           SELECT pg_notify($2, 'tokens')`,
          [number, channel],
        );
      });
    try {
      // To record or revoke twice does no harm, so a commit of unknown outcome is made once more.
      await attempt().catch((error) => {
        if (error instanceof UnknownOutcomeError) return attempt();
        throw error;
      });
    } catch (cause) {
      const detail = 'The tokens could not be saved; nothing has changed.';
      throw new ProblemError('service-unavailable', detail, { cause });
    }
  }

  database.follow('tokens', catchUp);
  await database.transaction(async (client) => catchUp(client, await lockCounter(client, 'tokens')));
  const listed = () => [...issued.values()].filter(hasNotEnded);

  function originsNow(): Origins {
    if (origins === null || Date.now() >= origins.until)
      origins = originsOf(listed().filter(({ jti }) => !revoked.has(jti)));
    return origins;
  }

  return {
    // The database tells of every change.
    refresh: () => undefined,
    trouble: database.trouble,
    list: listed,
    // What is written here is in force here at once; `known` follows with the notification.
    async record(token) {
      await change((client, number) => record(client, number, token));
      issued.set(token.jti, token);
      origins = null;
    },
    async revoke(jti, expires) {
      await change((client, number) => revoke(client, number, { jti, ...(expires && { expires }) }));
      revoked.add(jti);
      origins = null;
    },
    isRevoked: (jti) => revoked.has(jti),
    allowsOrigin: (origin) => originsNow().named.has(origin),
    allowsAnyOrigin: () => originsNow().any,
  };
}

/** Many at a time, in a transaction that has locked the counter `tokens`. */
export async function putTokens(client: ClientBase, { issued, revoked }: StoredTokens): Promise<void> {
  let number = await lockCounter(client, 'tokens');
  for (const token of issued) await record(client, ++number, token);
  for (const revocation of revoked) await revoke(client, ++number, revocation);
  await client.query(`UPDATE semantic_search.counters SET value = $1 WHERE name = 'tokens'`, [number]);
}

/** In one statement, so that both are of the same moment. */
async function rowsAfter(client: ClientBase, number: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT number, jti, token FROM semantic_search.tokens WHERE number > $1 AND expires > now()
     UNION ALL SELECT number, jti, NULL FROM semantic_search.revocations WHERE number > $1
     ORDER BY number`,
    [number],
  );
  return rows;
}

async function record(client: ClientBase, number: number, token: IssuedToken): Promise<void> {
  // A token that has ended needs no revocation either; a day later, should the clock be set back.
  await client.query(
    `WITH ended AS (DELETE FROM semantic_search.tokens WHERE expires < now() - interval '1 day' RETURNING jti)
     DELETE FROM semantic_search.revocations USING ended WHERE revocations.jti = ended.jti`,
  );
  await client.query(
    `INSERT INTO semantic_search.tokens (jti, number, expires, token) VALUES ($1, $2, $3, $4)
     ON CONFLICT (jti) DO NOTHING`,
    [token.jti, number, token.expires, JSON.stringify(token)],
  );
}

async function revoke(client: ClientBase, number: number, { jti, expires }: Revocation): Promise<void> {
  await client.query(`DELETE FROM semantic_search.revocations WHERE expires < now() - interval '1 day'`);
  await client.query(
    `INSERT INTO semantic_search.revocations (jti, number, revoked, expires) VALUES ($1, $2, now(), $3)
     ON CONFLICT (jti) DO NOTHING`,
    [jti, number, expires ?? null],
  );
}

function hasNotEnded({ expires }: IssuedToken): boolean {
  return Date.parse(expires) > Date.now();
}
