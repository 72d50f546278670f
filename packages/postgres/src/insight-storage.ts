/** Counts of search events in PostgreSQL, to which several servers add. */
import { createHmac } from 'node:crypto';
import * as stored from '@semantic-search/contract/storage';
import type { QueryResultRow } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';

/** Beginning of the names of the tables. */
const insight = 'semantic_search.insight';

const sumColumns = stored.sumNames.map((name) => `"${name}"`);
/** As float8, because `pg` returns larger numeric types as texts. */
const sums = sumColumns.map((column) => `sum(${column})::float8 AS ${column}`).join(', ');
/** Has the same parameters as `rowsIn`. */
const inPeriod = '($1::integer[] IS NULL OR configuration = ANY($1)) AND hour >= $2 AND hour < $3';
const countsInPeriod = `FROM ${insight}_counts JOIN ${insight}_queries ON id = query WHERE ${inPeriod}`;
const visitsOf = (queryId: string) =>
  `coalesce((SELECT sum(visits) FROM ${insight}_counts WHERE query = ${queryId}), 0)`;

/** Rows of the batch, with the hashes of the query, of the next query and of the empty query. */
const batch = `json_to_recordset($1) AS batch (hour integer, configuration integer, language text, query text,
  hash uuid, next uuid, empty_hash uuid, kind text, name text, count bigint,
  ${sumColumns.map((column) => `${column} bigint`).join(', ')})`;
const isSameQuery = (hashCondition: string) =>
  `q.configuration = batch.configuration AND q.language = batch.language AND q.hash ${hashCondition}`;
/** A query beyond the maximum has no row and counts as the empty query. */
const idOf = (hash: string) => `(SELECT id FROM ${insight}_queries q
  WHERE ${isSameQuery(`IN (batch.${hash}, empty_hash)`)} ORDER BY q.hash = empty_hash LIMIT 1)`;

/** Adds the sums of a batch by `keys`: columns by name, with an SQL expression each. */
function addTo(table: string, keys: Record<string, string>, columns: readonly string[]): string {
  const keyNames = Object.keys(keys).join(', ');
  const keyNumbers = Object.keys(keys).map((_, index) => index + 1);
  const added = columns.map((column) => `sum(${column})`);
  const increments = columns.map((column) => `${column} = target.${column} + excluded.${column}`);
  return `INSERT INTO ${insight}_${table} AS target (${keyNames}, ${columns.join(', ')})
    SELECT ${[...Object.values(keys), ...added].join(', ')} FROM ${batch}
    GROUP BY ${keyNumbers.join(', ')}
    ON CONFLICT (${keyNames}) DO UPDATE SET ${increments.join(', ')}`;
}

const addQueries = `INSERT INTO ${insight}_queries (configuration, language, hash)
  SELECT DISTINCT configuration, language, value FROM ${batch}, unnest(ARRAY[hash, next, empty_hash]) value
  WHERE value = empty_hash OR value IS NOT NULL AND (SELECT count(*) FROM ${insight}_queries) < ${stored.MAX_QUERIES}
  ON CONFLICT DO NOTHING`;
const addCounts = addTo('counts', { hour: 'hour', query: idOf('hash') }, sumColumns);
const useKeys = { hour: 'hour', configuration: 'configuration', kind: 'kind', name: 'name' };
const addUses = addTo('uses', useKeys, ['count']);
const addFollows = addTo('follows', { query: idOf('hash'), next: idOf('next') }, ['count']);
/** Rare queries are personal: the table has their keyed hash only. */
const revealTexts = `UPDATE ${insight}_queries q SET text = query FROM ${batch}
  WHERE ${isSameQuery('= batch.hash')} AND text IS NULL AND ${visitsOf('q.id')} >= ${stored.MIN_VISITS_OF_QUERY}`;
const deleteUncounted = `DELETE FROM ${insight}_queries WHERE NOT EXISTS (SELECT FROM ${insight}_counts WHERE query = id);
  DELETE FROM ${insight}_follows WHERE NOT EXISTS (SELECT FROM ${insight}_queries WHERE id = query)
    OR NOT EXISTS (SELECT FROM ${insight}_queries WHERE id = next);
  UPDATE ${insight}_queries q SET text = NULL WHERE text IS NOT NULL AND ${visitsOf('q.id')} < ${stored.MIN_VISITS_OF_QUERY}`;

/** Adds up the counts of all servers. A batch whose commit is lost is not added again, so that nothing counts twice. */
export async function openInsightStorage(database: Database): Promise<stored.InsightStorage> {
  const key = (await database.query(`SELECT key FROM ${insight}_key`)).rows[0].key as string;
  const hashOf = (query: string) => createHmac('sha256', key).update(query).digest('hex').slice(0, 32);
  const emptyHash = hashOf('');
  const rowsOf = async <Row extends QueryResultRow>(sql: string, values: unknown[]) =>
    (await database.query<Row>(sql, values)).rows;
  const rowsIn = <Row extends QueryResultRow>(
    sql: string,
    period: stored.InsightPeriod,
    ...others: unknown[]
  ) => rowsOf<Row>(sql, [period.configurations ?? null, period.from, period.to, ...others]);
  /** Servers write one after another, so that they never wait for each other in a circle. */
  const write = (statements: readonly (readonly [string, unknown[]?])[]) =>
    database.transaction(async (client) => {
      await client.query(`LOCK TABLE ${insight}_counts IN SHARE ROW EXCLUSIVE MODE`);
      for (const [sql, values] of statements) await client.query(sql, values);
    });
  return {
    async add({ queries, uses, follows }) {
      const withHash = <Row extends { query: string }>(row: Row) => {
        return { ...row, hash: hashOf(row.query), empty_hash: emptyHash };
      };
      const counted = queries.map(withHash);
      const followed = follows.map((row) => ({ ...withHash(row), next: hashOf(row.next) }));
      const batchOf = (rows: readonly object[]) => [JSON.stringify(rows)];
      await write([
        [addQueries, batchOf([...counted, ...followed])],
        [addCounts, batchOf(counted)],
        [revealTexts, batchOf(counted)],
        [addUses, batchOf(uses)],
        [addFollows, batchOf(followed)],
      ]).catch((error) => {
        // The batch may have been saved: a second attempt could count it twice.
        if (!(error instanceof UnknownOutcomeError)) throw error;
      });
    },
    series: (period, hours) =>
      rowsIn(
        `SELECT hour - hour % $4::integer AS hour, ${sums} ${countsInPeriod} GROUP BY 1 ORDER BY 1`,
        period,
        hours,
      ),
    queries: (period) =>
      rowsIn(`SELECT text AS query, language, ${sums} ${countsInPeriod} GROUP BY id`, period),
    query: (period, text) =>
      rowsIn(`SELECT language, ${sums} ${countsInPeriod} AND hash = $4 GROUP BY id`, period, hashOf(text)),
    languages: (period) =>
      rowsIn(
        `SELECT language AS name, sum(searches)::float8 AS count ${countsInPeriod} GROUP BY 1 HAVING sum(searches) > 0 ORDER BY 2 DESC, min(id)`,
        period,
      ),
    uses: (period) =>
      rowsIn(
        `SELECT kind, name, sum(count)::float8 AS count FROM ${insight}_uses WHERE ${inPeriod} GROUP BY 1, 2 ORDER BY 3 DESC`,
        period,
      ),
    follows: (configuration) =>
      rowsOf(
        `SELECT first.text AS query, second.text AS next, count::float8 FROM ${insight}_follows f
         JOIN ${insight}_queries first ON first.id = f.query JOIN ${insight}_queries second ON second.id = f.next
         WHERE first.configuration = $1 AND first.text IS NOT NULL AND second.text IS NOT NULL ORDER BY count DESC`,
        [configuration],
      ),
    prune: (before) =>
      write([
        [`DELETE FROM ${insight}_counts WHERE hour < $1`, [before]],
        [`DELETE FROM ${insight}_uses WHERE hour < $1`, [before]],
        [deleteUncounted],
      ]),
    close: async () => undefined,
  };
}
