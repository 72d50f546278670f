/** Schema migrations: each step runs once, on the first of several replicas. */
import type { Client } from 'pg';

/** Append-only: a new table or column is a new step. Replicas of the previous version must work with the new tables. */
const steps = [
  `CREATE TABLE semantic_search.counters (name text PRIMARY KEY, value bigint NOT NULL);
   INSERT INTO semantic_search.counters VALUES ('changes', 0), ('tokens', 0);

   -- json, not jsonb: it keeps the order of members, which entity tags are made from, and texts with U+0000.
   CREATE TABLE semantic_search.configurations (
     id integer PRIMARY KEY,
     number bigint NOT NULL,
     active boolean NOT NULL DEFAULT false,
     document json NOT NULL
   );
   CREATE UNIQUE INDEX one_active_configuration ON semantic_search.configurations (active) WHERE active;
   CREATE INDEX configurations_by_number ON semantic_search.configurations (number);
   CREATE TABLE semantic_search.logs (
     configuration integer REFERENCES semantic_search.configurations, version integer, record json NOT NULL,
     PRIMARY KEY (configuration, version)
   );
   CREATE TABLE semantic_search.activations (
     position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     configuration integer NOT NULL REFERENCES semantic_search.configurations,
     record json NOT NULL
   );
   CREATE INDEX activations_by_configuration ON semantic_search.activations (configuration);
   CREATE TABLE semantic_search.changes (number bigint PRIMARY KEY, attempt uuid NOT NULL);

   CREATE TABLE semantic_search.tokens (
     jti text PRIMARY KEY, number bigint NOT NULL, expires timestamptz NOT NULL, token json NOT NULL
   );
   CREATE TABLE semantic_search.revocations (
     jti text PRIMARY KEY,
     number bigint NOT NULL,
     revoked timestamptz NOT NULL,
     -- Null if unknown. A revocation ends with its token.
     expires timestamptz
   );
   CREATE INDEX tokens_by_number ON semantic_search.tokens (number);
   CREATE INDEX revocations_by_number ON semantic_search.revocations (number);

   -- Counts of the last minute: unlogged, because losing them in a crash is harmless.
   CREATE UNLOGGED TABLE semantic_search.requests (
     key text PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint
   );

   CREATE TABLE semantic_search.insight_key (key) AS SELECT gen_random_uuid()::text || gen_random_uuid();
   CREATE TABLE semantic_search.insight_queries (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     configuration integer NOT NULL, language text NOT NULL, hash uuid NOT NULL, text text,
     UNIQUE (configuration, language, hash)
   );
   CREATE TABLE semantic_search.insight_counts (
     hour integer, query bigint, searches bigint NOT NULL, "withoutResults" bigint NOT NULL, "withClick" bigint NOT NULL, clicks bigint NOT NULL,
     positions bigint NOT NULL, visits bigint NOT NULL, "newVisits" bigint NOT NULL, "newVisitsWithClick" bigint NOT NULL, PRIMARY KEY (hour, query)
   );
   CREATE INDEX insight_hours_of_query ON semantic_search.insight_counts (query) INCLUDE (visits);
   CREATE TABLE semantic_search.insight_uses (
     hour integer, configuration integer, kind text, name text, count bigint NOT NULL,
     PRIMARY KEY (hour, configuration, kind, name)
   );
   CREATE TABLE semantic_search.insight_follows (
     query bigint, next bigint, count bigint NOT NULL, PRIMARY KEY (query, next)
   );

   CREATE TABLE semantic_search.audit (
     position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry json NOT NULL
   );`,
];

/** Independent of the default: after waiting for a lock, a transaction must see the changes in between. */
export const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** Advisory lock of migrations: arbitrary, but the same in all versions. */
const migrationLock = 7_305_411_982;

/** Throws if the tables have a newer version. */
export async function migrate(client: Client): Promise<void> {
  // First checked without the lock, so that a role without permission to create tables can use existing ones.
  if ((await completedSteps(client)) === steps.length) return;
  await client.query(begin);
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query('CREATE SCHEMA IF NOT EXISTS semantic_search');
  await client.query(
    `CREATE TABLE IF NOT EXISTS semantic_search.migrations
     (step integer PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())`,
  );
  for (let step = (await completedSteps(client)) + 1; step <= steps.length; step += 1) {
    await client.query(steps[step - 1] as string);
    await client.query('INSERT INTO semantic_search.migrations (step) VALUES ($1)', [step]);
  }
  await client.query('COMMIT');
}

async function completedSteps(client: Client): Promise<number> {
  const tables = await client.query(`SELECT to_regclass('semantic_search.migrations') IS NOT NULL AS exist`);
  if (!tables.rows[0].exist) return 0;
  const query = 'SELECT coalesce(max(step), 0) AS completed FROM semantic_search.migrations';
  const completed: number = (await client.query(query)).rows[0].completed;
  if (completed <= steps.length) return completed;
  const versions = `The database has schema version ${completed}, but this server supports ${steps.length}`;
  throw new Error(`${versions}: use an empty database`);
}
