/** Counts of search events in PostgreSQL, to which several servers add. */
import { createHmac } from 'node:crypto';
import {
  type InsightPeriod,
  type InsightStorage,
  MAX_QUERIES,
  MIN_VISITS_OF_QUERY,
  sumNames,
} from '@semantic-search/contract/storage';
import type { QueryResultRow } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';

const [schema, columns] = ['semantic_search.insight', sumNames.map((name) => `"${name}"`)];
// Numbers of JavaScript instead of texts.
const sums = columns.map((name) => `sum(${name})::float8 AS ${name}`).join(', ');
const inPeriod = '($1::integer[] IS NULL OR configuration = ANY($1)) AND hour >= $2 AND hour < $3';
const ofPeriod = `FROM ${schema}_counts JOIN ${schema}_queries ON id = query WHERE ${inPeriod}`;
const visitsOf = (query: string) =>
  `coalesce((SELECT sum(visits) FROM ${schema}_counts WHERE query = ${query}), 0)`;
const batch = `json_to_recordset($1) AS batch (hour integer, configuration integer, language text, query text, hash uuid, next uuid,
  none uuid, kind text, name text, count bigint, ${columns.map((name) => `${name} bigint`).join(', ')})`;
const sameQuery = (hash: string) =>
  `q.configuration = batch.configuration AND q.language = batch.language AND q.hash ${hash}`;
/** Without a row of its own, a query counts as the empty one. */
const idOf = (hash: string) =>
  `(SELECT id FROM ${schema}_queries q WHERE ${sameQuery(`IN (batch.${hash}, none)`)} ORDER BY q.hash = none LIMIT 1)`;
const addTo = (table: string, keys: string[], names: string[], hashes: Record<string, string> = {}) =>
  `INSERT INTO ${schema}_${table} (${[...keys, ...names].join(', ')}) SELECT ${[...keys.map((key) => (hashes[key] ? idOf(hashes[key]) : key)), ...names.map((name) => `sum(${name})`)].join(', ')} FROM ${batch} GROUP BY ${keys.map((_, index) => index + 1).join(', ')}
   ON CONFLICT ON CONSTRAINT insight_${table}_pkey DO UPDATE SET ${names.map((name) => `${name} = insight_${table}.${name} + excluded.${name}`).join(', ')}`;

const addQueries = `INSERT INTO ${schema}_queries (configuration, language, hash)
  SELECT DISTINCT configuration, language, value FROM ${batch}, unnest(ARRAY[hash, next, none]) value
  WHERE value = none OR value IS NOT NULL AND (SELECT count(*) FROM ${schema}_queries) < ${MAX_QUERIES} ON CONFLICT DO NOTHING`;
const addCounts = addTo('counts', ['hour', 'query'], columns, { query: 'hash' });
const addUses = addTo('uses', ['hour', 'configuration', 'kind', 'name'], ['count']);
const addFollows = addTo('follows', ['query', 'next'], ['count'], { query: 'hash', next: 'next' });
/** Rare queries are personal: the table has their keyed hash only. */
const revealTexts = `UPDATE ${schema}_queries q SET text = query FROM ${batch}
  WHERE ${sameQuery('= batch.hash')} AND text IS NULL AND ${visitsOf('q.id')} >= ${MIN_VISITS_OF_QUERY}`;
const deletions = `DELETE FROM ${schema}_queries WHERE NOT EXISTS (SELECT FROM ${schema}_counts WHERE query = id);
  DELETE FROM ${schema}_follows WHERE NOT EXISTS (SELECT FROM ${schema}_queries WHERE id = query)
    OR NOT EXISTS (SELECT FROM ${schema}_queries WHERE id = next);
  UPDATE ${schema}_queries q SET text = NULL WHERE text IS NOT NULL AND ${visitsOf('q.id')} < ${MIN_VISITS_OF_QUERY}`;

export async function openInsightStorage(database: Database): Promise<InsightStorage> {
  const key = (await database.query(`SELECT key FROM ${schema}_key`)).rows[0].key as string;
  const hashOf = (query: string) => createHmac('sha256', key).update(query).digest('hex').slice(0, 32);
  const none = hashOf('');
  const rowsOf = async <Row extends QueryResultRow>(sql: string, values: unknown[]) =>
    (await database.query<Row>(sql, values)).rows;
  const rowsIn = <Row extends QueryResultRow>(sql: string, period: InsightPeriod, ...others: unknown[]) =>
    rowsOf<Row>(sql, [period.configurations ?? null, period.from, period.to, ...others]);
  /** Servers write one after another, so that they never wait for each other in a circle. */
  const write = (statements: readonly (readonly [string, unknown[]?])[]) =>
    database.transaction(async (client) => {
      await client.query(`LOCK TABLE ${schema}_counts IN SHARE ROW EXCLUSIVE MODE`);
      for (const [sql, values] of statements) await client.query(sql, values);
    });
  return {
    async add({ queries, uses, follows }) {
      const counted = queries.map((row) => ({ ...row, none, hash: hashOf(row.query) }));
      const followed = follows.map((row) => {
        return { ...row, none, hash: hashOf(row.query), next: hashOf(row.next) };
      });
      const batchOf = (rows: readonly object[]) => [JSON.stringify(rows)];
      await write([
        [addQueries, batchOf([...counted, ...followed])],
        [addCounts, batchOf(counted)],
        [revealTexts, batchOf(counted)],
        [addUses, batchOf(uses)],
        [addFollows, batchOf(followed)],
      ]).catch((error) => {
        // Counting it again could double it.
        if (!(error instanceof UnknownOutcomeError)) throw error;
      });
    },
    series: (period, hours) =>
      rowsIn(
        `SELECT hour - hour % $4::integer AS hour, ${sums} ${ofPeriod} GROUP BY 1 ORDER BY 1`,
        period,
        hours,
      ),
    queries: (period) => rowsIn(`SELECT text AS query, language, ${sums} ${ofPeriod} GROUP BY id`, period),
    query: (period, text) =>
      rowsIn(`SELECT language, ${sums} ${ofPeriod} AND hash = $4 GROUP BY id`, period, hashOf(text)),
    languages: (period) =>
      rowsIn(
        `SELECT language AS name, sum(searches)::float8 AS count ${ofPeriod} GROUP BY 1 HAVING sum(searches) > 0 ORDER BY 2 DESC, min(id)`,
        period,
      ),
    uses: (period) =>
      rowsIn(
        `SELECT kind, name, sum(count)::float8 AS count FROM ${schema}_uses WHERE ${inPeriod} GROUP BY 1, 2 ORDER BY 3 DESC`,
        period,
      ),
    follows: (configuration) =>
      rowsOf(
        `SELECT one.text AS query, other.text AS next, count::float8 FROM ${schema}_follows f JOIN ${schema}_queries one ON one.id = f.query
         JOIN ${schema}_queries other ON other.id = next
         WHERE one.configuration = $1 AND one.text IS NOT NULL AND other.text IS NOT NULL ORDER BY count DESC`,
        [configuration],
      ),
    prune: (before) =>
      write([
        [`DELETE FROM ${schema}_counts WHERE hour < $1`, [before]],
        [`DELETE FROM ${schema}_uses WHERE hour < $1`, [before]],
        [deletions],
      ]),
    close: async () => undefined,
  };
}
