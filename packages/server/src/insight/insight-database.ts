/** Storage of counts of search events in SQLite (`insight.sqlite` of the data directory). */
import { createHmac, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { MIN_VISITS_OF_QUERY } from '@semantic-search/contract';
import * as stored from '@semantic-search/contract/storage';

/** Maximum wait for a locked database, which the commands `doctor` and `dump` may use at the same time. */
const BUSY_TIMEOUT_MS = 2000;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS secret (key BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS queries (
    id INTEGER PRIMARY KEY, configuration INTEGER NOT NULL, language TEXT NOT NULL, hash BLOB NOT NULL, text TEXT,
    UNIQUE (configuration, language, hash)
  );
  CREATE TABLE IF NOT EXISTS counts (
    hour INTEGER NOT NULL, query INTEGER NOT NULL, PRIMARY KEY (hour, query)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uses (
    hour INTEGER NOT NULL, configuration INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (hour, configuration, kind, name)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS follows (
    query INTEGER NOT NULL, next INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (query, next)
  ) WITHOUT ROWID;
`;

const sumColumns = stored.sumNames.map((name) => `sum(${name}) AS ${name}`).join(', ');
/** Parameters: 1 is a JSON list of configurations, or null for all; 2 and 3 are the first hour, and the hour after the last. */
const inPeriod =
  '(?1 IS NULL OR configuration IN (SELECT value FROM json_each(?1))) AND hour >= ?2 AND hour < ?3';
const countsInPeriod = (columns: string, rest: string) =>
  `SELECT ${columns} FROM counts JOIN queries ON id = query WHERE ${inPeriod} ${rest}`;
const usesInPeriod = `SELECT kind, name, sum(count) AS count FROM uses WHERE ${inPeriod} GROUP BY kind, name ORDER BY count DESC`;
const followsOf = `SELECT one.text AS query, other.text AS next, count FROM follows JOIN queries one ON one.id = follows.query
  JOIN queries other ON other.id = next
  WHERE one.configuration = ? AND one.text IS NOT NULL AND other.text IS NOT NULL ORDER BY count DESC`;

/** Throws if the file cannot be opened or is damaged. */
export function openInsightDatabase(file: string): stored.InsightStorage {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(schema);
    addMissingSums(database);
    return storageOn(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Adds the columns of sums that the file lacks: all to a new file, later ones to a file of an earlier version. */
function addMissingSums(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('counts')").all();
  for (const name of stored.sumNames)
    if (!columns.some((column) => column.name === name))
      database.exec(`ALTER TABLE counts ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`);
  database.exec('CREATE INDEX IF NOT EXISTS hours_of_query ON counts (query, visits)');
}

function storageOn(database: DatabaseSync): stored.InsightStorage {
  const hashOf = hasher(database);
  const write = writer(database, hashOf);
  const all = <Row>(sql: string, period: stored.InsightPeriod, ...others: (number | Uint8Array)[]) => {
    const configurations = period.configurations ? JSON.stringify(period.configurations) : null;
    return database.prepare(sql).all(configurations, period.from, period.to, ...others) as Row[];
  };
  const transaction = (work: () => void) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    add: async (batch) => transaction(() => write(batch)),
    series: async (period, hours) => {
      const hour = 'hour - hour % CAST(?4 AS INTEGER) AS hour';
      return all(countsInPeriod(`${hour}, ${sumColumns}`, 'GROUP BY 1 ORDER BY 1'), period, hours);
    },
    queries: async (period) =>
      all(countsInPeriod(`text AS query, language, ${sumColumns}`, 'GROUP BY id'), period),
    query: async (period, text) =>
      all(countsInPeriod(`language, ${sumColumns}`, 'AND hash = ?4 GROUP BY id'), period, hashOf(text)),
    languages: async (period) => {
      const order = 'GROUP BY language HAVING count > 0 ORDER BY count DESC, min(id)';
      return all(countsInPeriod('language AS name, sum(searches) AS count', order), period);
    },
    uses: async (period) => all(usesInPeriod, period),
    follows: async (configuration) => database.prepare(followsOf).all(configuration) as never,
    prune: async (before) => transaction(() => prune(database, before)),
    close: async () => database.close(),
  };
}

/** Writes a batch, inside of a transaction. */
function writer(database: DatabaseSync, hashOf: Hash): (batch: stored.InsightBatch) => void {
  const addCounts = adder(database, 'counts', ['hour', 'query'], stored.sumNames);
  const reveal = database.prepare(
    `UPDATE queries SET text = ?2 WHERE id = ?1 AND text IS NULL
     AND (SELECT sum(visits) FROM counts WHERE query = ?1) >= ${MIN_VISITS_OF_QUERY}`,
  );
  const addUse = adder(database, 'uses', ['hour', 'configuration', 'kind', 'name'], ['count']);
  const addFollow = adder(database, 'follows', ['query', 'next'], ['count']);
  return ({ queries, uses, follows }) => {
    const identify = queryIdentifier(database, hashOf);
    for (const counted of queries) {
      const { configuration, language, query, hour } = counted;
      const { id, isKnown } = identify(configuration, language, query);
      addCounts.run(hour, id, ...stored.sumNames.map((name) => counted[name]));
      if (isKnown) reveal.run(id, query);
    }
    for (const { hour, configuration, kind, name, count } of uses)
      addUse.run(hour, configuration, kind, name, count);
    for (const { configuration, language, query, next, count } of follows) {
      const idOf = (text: string) => identify(configuration, language, text).id;
      addFollow.run(idOf(query), idOf(next), count);
    }
  };
}

/** Statement that adds to columns of the row with these keys; its values are the keys, then what is added. */
function adder(database: DatabaseSync, table: string, keys: string[], added: readonly string[]) {
  const columns = [...keys, ...added];
  const updates = added.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
  const insertion = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  return database.prepare(`${insertion} ON CONFLICT DO UPDATE SET ${updates}`);
}

type IdentifiedQuery = { id: number; isKnown: boolean };

/** For one batch, finds or creates rows of queries by keyed hashes: the texts of rare queries are personal, and not stored. */
function queryIdentifier(database: DatabaseSync, hashOf: Hash) {
  const find = database.prepare(
    'SELECT id FROM queries WHERE configuration = ? AND language = ? AND hash = ?',
  );
  const create = database.prepare('INSERT INTO queries (configuration, language, hash) VALUES (?, ?, ?)');
  const count = database.prepare('SELECT count(*) AS number FROM queries');
  // Counted again for each batch, because rows of a failed batch do not exist.
  let remaining: number | undefined;
  return function identify(configuration: number, language: string, query: string): IdentifiedQuery {
    const hash = hashOf(query);
    const row = find.get(configuration, language, hash) as { id: number } | undefined;
    if (row) return { ...row, isKnown: true };
    remaining ??= stored.MAX_QUERIES - (count.get() as { number: number }).number;
    if (remaining <= 0 && query !== '') return { ...identify(configuration, language, ''), isKnown: false };
    remaining -= 1;
    return { id: Number(create.run(configuration, language, hash).lastInsertRowid), isKnown: true };
  };
}

/** Keyed hash of a query: without the key, nobody can test which queries were searched. */
type Hash = (query: string) => Uint8Array;

function hasher(database: DatabaseSync): Hash {
  const read = () => database.prepare('SELECT key FROM secret').get() as { key: Uint8Array } | undefined;
  if (!read()) database.prepare('INSERT INTO secret VALUES (?)').run(randomBytes(32));
  const { key } = read()!;
  return (query) => createHmac('sha256', key).update(query).digest().subarray(0, 16);
}

function prune(database: DatabaseSync, before: number): void {
  for (const table of ['counts', 'uses']) database.prepare(`DELETE FROM ${table} WHERE hour < ?`).run(before);
  database.exec(`
    DELETE FROM queries WHERE id NOT IN (SELECT query FROM counts);
    DELETE FROM follows WHERE query NOT IN (SELECT id FROM queries) OR next NOT IN (SELECT id FROM queries);
    UPDATE queries SET text = NULL WHERE text IS NOT NULL
      AND (SELECT sum(visits) FROM counts WHERE query = id) < ${MIN_VISITS_OF_QUERY};
  `);
}
