/** SQL of the configuration tables. */
import {
  affectedIds,
  type ChangeRecord,
  type Effect,
  emptyState,
  type State,
  type StoredConfiguration,
} from '@semantic-search/server/stores';
import type { ClientBase } from 'pg';
import { type CounterName, channel } from './change-listener.ts';

/** All configurations, and the number of changes of each. */
export interface LoadedState {
  state: State;
  counts: Map<number, number>;
}

/** Waits for other writers, and excludes them until the end of the transaction. */
export async function lockCounter(client: ClientBase, name: CounterName): Promise<number> {
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM semantic_search.counters WHERE name = $1 FOR UPDATE',
    [name],
  );
  return Number(rows[0]?.value);
}

/** The state after change `number`; the transaction has locked the counter. */
export async function load(client: ClientBase, number: number): Promise<LoadedState> {
  const { rows } = await client.query<{ entry: StoredConfiguration; active: boolean; count: number }>(
    `SELECT entry, active, (SELECT count(*)::integer FROM semantic_search.histories WHERE configuration = id) AS count
     FROM semantic_search.configurations ORDER BY id`,
  );
  const state = emptyState();
  const activeId = rows.find(({ active }) => active)?.entry.id ?? null;
  const counts = new Map(rows.map(({ entry, count }) => [entry.id, count]));
  let nextId = 1;
  for (const { entry } of rows) {
    nextId = entry.id + 1;
    state.commit({ line: lineOf(entry, number), nextId, activeId, entry });
  }
  // The last change may be a deletion, which also has a number.
  if (rows.length === 0 && number > 0) {
    const gone: ChangeRecord = { number, action: 'deleted', id: 0, user: '', date: '' };
    state.commit({ line: gone, nextId, activeId, entry: null });
  }
  return { state, counts };
}

function lineOf({ id, user, created: date, config }: StoredConfiguration, number: number): ChangeRecord {
  return { number, action: 'created', id, user, date, config };
}

export async function changesAfter(client: ClientBase, number: number): Promise<ChangeRecord[]> {
  const { rows } = await client.query<{ line: ChangeRecord }>(
    'SELECT line FROM semantic_search.changes WHERE number > $1 ORDER BY number',
    [number],
  );
  return rows.map(({ line }) => line);
}

/** The changes of one history from `from` (0 is the oldest) up to, but not including, `to`. */
export async function readHistory(
  client: ClientBase,
  id: number,
  from: number,
  to: number,
): Promise<ChangeRecord[]> {
  const { rows } = await client.query<{ line: ChangeRecord }>(
    `SELECT line FROM semantic_search.histories JOIN semantic_search.changes USING (number)
     WHERE configuration = $1 AND version > $2 AND version <= $3 ORDER BY version`,
    [id, from, to],
  );
  return rows.map(({ line }) => line);
}

/** Never the number of a committed change; the number of a failed change is skipped. */
export async function allocateId(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT nextval('semantic_search.configuration_ids')::integer AS id`,
  );
  return Number(rows[0]?.id);
}

/** `counts` are those before the change; `attempt` identifies this attempt to write it. */
export async function write(
  client: ClientBase,
  { line, entry }: Effect,
  counts: ReadonlyMap<number, number>,
  attempt: string,
): Promise<void> {
  await writeEntry(client, line, entry);
  const ids = line.action === 'deleted' ? [] : affectedIds(line);
  const versions = ids.map((id) => (counts.get(id) ?? 0) + 1);
  await client.query(
    `WITH change AS (INSERT INTO semantic_search.changes (number, attempt, line) VALUES ($1, $2, $3)),
       history AS (
         INSERT INTO semantic_search.histories (configuration, version, number)
         SELECT id, version, $1 FROM unnest($4::integer[], $5::integer[]) AS place (id, version)
       ),
       counter AS (UPDATE semantic_search.counters SET value = $1 WHERE name = 'changes')
     SELECT pg_notify($6, 'changes')`,
    [line.number, attempt, JSON.stringify(line), ids, versions, channel],
  );
}

async function writeEntry(
  client: ClientBase,
  line: ChangeRecord,
  entry: StoredConfiguration | null | undefined,
): Promise<void> {
  const table = 'semantic_search.configurations';
  if (line.action === 'activated') {
    // Sequential, because the index does not allow two active configurations, not even within a statement.
    await client.query(`UPDATE ${table} SET active = false WHERE active`);
    await client.query(`UPDATE ${table} SET active = true WHERE id = $1`, [line.id]);
  } else if (line.action === 'deleted') {
    await client.query(`DELETE FROM ${table} WHERE id = $1`, [line.id]);
  } else {
    await client.query(
      `INSERT INTO ${table} (id, entry) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET entry = excluded.entry`,
      [line.id, JSON.stringify(entry)],
    );
  }
}

export async function wasWritten(client: ClientBase, number: number, attempt: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM semantic_search.changes WHERE number = $1 AND attempt = $2',
    [number, attempt],
  );
  return rowCount === 1;
}
