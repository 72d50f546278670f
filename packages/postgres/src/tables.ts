/** SQL of the configuration tables, and the lock of the counters. */
import * as stored from '@semantic-search/contract/storage';
import type { ClientBase } from 'pg';
import { type CounterName, channel } from './change-listener.ts';

export interface ConfigurationRow {
  id: number;
  active: boolean;
  document: stored.StoredConfiguration;
}

/** Returns the counter. Waits for other writers, and excludes them until the end of the transaction. */
export async function lockCounter(client: ClientBase, name: CounterName): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM semantic_search.counters WHERE name = $1 FOR UPDATE',
    [name],
  );
  return Number(rows[0]?.value);
}

/** The configurations that have changed after this change, in ascending order of ID. */
export async function changedRows(client: ClientBase, changeNumber: number): Promise<ConfigurationRow[]> {
  const { rows } = await client.query<ConfigurationRow>(
    'SELECT id, active, document FROM semantic_search.configurations WHERE number > $1 ORDER BY id',
    [changeNumber],
  );
  return rows.map((row) => ({ ...row, document: withDefaults(row.document) }));
}

/** One statement, so that settings and log belong to the same state. */
export async function readHistory(client: ClientBase, id: number): Promise<stored.History | undefined> {
  const { rows } = await client.query<Omit<stored.History, 'config'> & Pick<ConfigurationRow, 'document'>>(
    `SELECT document,
       (SELECT json_agg(record ORDER BY version) FROM semantic_search.logs WHERE configuration = id) AS log,
       (SELECT coalesce(json_agg(record ORDER BY position), '[]') FROM semantic_search.activations
        WHERE configuration = id) AS activations
     FROM semantic_search.configurations WHERE id = $1`,
    [id],
  );
  return rows.map(({ document, ...history }) => ({ ...history, config: withDefaults(document).config }))[0];
}

/** An earlier version may have stored the document without the newer settings. */
function withDefaults(document: stored.StoredConfiguration): stored.StoredConfiguration {
  return { ...document, config: stored.withDefaultSettings(document.config) };
}

/** `attemptId` identifies this attempt to write the change, whose counter is locked. */
export async function writeChange(
  client: ClientBase,
  change: stored.ConfigurationChange,
  changeNumber: number,
  attemptId: string,
): Promise<void> {
  if (change.activation) {
    await setActive(client, change.activation.activeId, changeNumber);
    await insertActivationRecords(client, change.activation.records);
  }
  if (change.next) await writeVersion(client, change.next, changeNumber);
  await client.query(
    `WITH change AS (INSERT INTO semantic_search.changes (number, attempt) VALUES ($1, $2)),
       counter AS (UPDATE semantic_search.counters SET value = $1 WHERE name = 'changes')
     SELECT pg_notify($3, 'changes')`,
    [changeNumber, attemptId, channel],
  );
}

/** Two statements, because the index does not allow two active configurations, not even within a statement. */
async function setActive(client: ClientBase, id: number | null, changeNumber: number): Promise<void> {
  const table = 'semantic_search.configurations';
  await client.query(`UPDATE ${table} SET active = false, number = $1 WHERE active`, [changeNumber]);
  await client.query(`UPDATE ${table} SET active = true, number = $1 WHERE id = $2`, [changeNumber, id]);
}

async function writeVersion(client: ClientBase, next: stored.NextVersion, changeNumber: number) {
  const { configuration, record } = next;
  await client.query(
    `INSERT INTO semantic_search.configurations (id, number, document) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET number = excluded.number, document = excluded.document`,
    [configuration.id, changeNumber, JSON.stringify(configuration)],
  );
  await insertLogRecords(client, configuration.id, [record]);
}

/** All documents with their logs, in ascending order of ID. */
export async function readDocuments(client: ClientBase): Promise<stored.ConfigurationDocument[]> {
  const { rows } = await client.query<{ document: stored.StoredConfiguration; log: stored.LogRecord[] }>(
    `SELECT document,
       (SELECT json_agg(record ORDER BY version) FROM semantic_search.logs WHERE configuration = id) AS log
     FROM semantic_search.configurations ORDER BY id`,
  );
  return rows.map(({ document, log }) => ({ ...document, log }));
}

/** Replaces all documents; the transaction has locked the counter. */
export async function replaceDocuments(
  client: ClientBase,
  documents: readonly stored.ConfigurationDocument[],
  { activeId, log: activations }: stored.StateDocument,
  changeNumber: number,
): Promise<void> {
  for (const table of ['logs', 'activations', 'configurations'])
    await client.query(`DELETE FROM semantic_search.${table}`);
  for (const { log, ...document } of documents) {
    await client.query(
      'INSERT INTO semantic_search.configurations (id, number, active, document) VALUES ($1, $2, $3, $4)',
      [document.id, changeNumber, document.id === activeId, JSON.stringify(document)],
    );
    await insertLogRecords(client, document.id, log);
  }
  await insertActivationRecords(client, activations);
}

/** Records are passed as texts: JSON functions of PostgreSQL reject U+0000. */
async function insertLogRecords(client: ClientBase, id: number, log: readonly stored.LogRecord[]) {
  await client.query(
    `INSERT INTO semantic_search.logs (configuration, version, record)
     SELECT $1, version, record::json FROM unnest($2::integer[], $3::text[]) AS records (version, record)`,
    [id, log.map(({ version }) => version), log.map((record) => JSON.stringify(record))],
  );
}

async function insertActivationRecords(client: ClientBase, records: readonly stored.ActivationRecord[]) {
  await client.query(
    `INSERT INTO semantic_search.activations (configuration, record)
     SELECT id, record::json FROM unnest($1::integer[], $2::text[]) AS records (id, record)`,
    [records.map(({ id }) => id), records.map((record) => JSON.stringify(record))],
  );
}
