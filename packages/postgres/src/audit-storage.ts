/** Audit trail in PostgreSQL: all replicas add to one list. */
import type { AuditStorage } from '@semantic-search/contract/storage';
import type { Database } from './database.ts';

export function auditStorage(database: Database): AuditStorage {
  return {
    async add(entry) {
      await database.query('INSERT INTO semantic_search.audit (entry) VALUES ($1)', [JSON.stringify(entry)]);
    },
    async read(start, count) {
      const { rows } = await database.query(
        `SELECT (SELECT count(*)::integer FROM semantic_search.audit) AS total,
                coalesce(json_agg(entry), '[]') AS entries
         FROM (SELECT entry FROM semantic_search.audit ORDER BY position DESC OFFSET $1 LIMIT $2) AS page`,
        [start, count],
      );
      return rows[0];
    },
  };
}
