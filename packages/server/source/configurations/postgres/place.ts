/** The database as a place to migrate from and to. */
import { randomUUID } from 'node:crypto';
import type { IssuedToken } from '../../authentication/token-store.ts';
import type { Place } from '../../migration/place.ts';
import { concerned, effectOf, emptyState } from '../state.ts';
import type { Database } from './database.ts';
import { linesAfter, lockCounter, write } from './tables.ts';
import { openPostgresTokenStore } from './token-store.ts';

export function postgresPlace(database: Database): Place {
  return {
    name: 'the database',
    changes: () => database.transaction((client) => linesAfter(client, 0)),
    putChanges: (lines) =>
      database.transaction(async (client) => {
        if ((await lockCounter(client, 'changes')) > 0) throw new Error('The database has changes already');
        const state = emptyState();
        const counts = new Map<number, number>();
        for (const line of lines) {
          const effect = effectOf(state, line);
          await write(client, effect, counts, randomUUID());
          state.commit(effect);
          for (const id of concerned(line)) counts.set(id, (counts.get(id) ?? 0) + 1);
          if (effect.entry === null) counts.delete(line.id);
        }
        if (state.nextId === 1) return;
        await client.query(`SELECT setval('semantic_search.configuration_ids', $1)`, [state.nextId - 1]);
      }),
    tokens: () =>
      database.transaction(async (client) => {
        const issued = await client.query<{ token: IssuedToken }>(
          'SELECT token FROM semantic_search.tokens ORDER BY number',
        );
        const revoked = await client.query<{ jti: string }>(
          'SELECT jti FROM semantic_search.revocations ORDER BY number',
        );
        return {
          issued: issued.rows.map(({ token }) => token),
          revoked: revoked.rows.map(({ jti }) => jti),
        };
      }),
    async putTokens({ issued, revoked }) {
      const store = await openPostgresTokenStore(database);
      for (const token of issued) await store.record(token);
      for (const jti of revoked) await store.revoke(jti);
    },
  };
}
