/** Health check of the PostgreSQL database: verifies that its tables match the replayed change log. */
import { isDeepStrictEqual } from 'node:util';
import {
  affectedIds,
  applyEvent,
  type ChangeRecord,
  emptyState,
  type Finding,
} from '@semantic-search/server/stores';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { type Database, openDatabase } from './database.ts';
import { changesAfter, load, lockCounter } from './tables.ts';

/** May run while servers run; it blocks their writes during the comparison. */
export async function diagnoseDatabase(url: string): Promise<Finding[]> {
  let database: Database;
  try {
    database = await openDatabase(url, pino({ level: 'silent' }));
  } catch (error) {
    return [{ part: 'database', state: 'damaged', message: (error as Error).message }];
  }
  try {
    return await database.transaction(async (client) => {
      const number = await lockCounter(client, 'changes');
      const lines = await changesAfter(client, 0);
      return [
        { part: 'database', state: 'good', message: 'reachable, with durable commits' },
        ...(await changesFindings(client, number, lines)),
        await idsFinding(client, lines),
        await tokensFinding(client),
      ];
    });
  } finally {
    await database.close();
  }
}

/** `number` is the change counter of the database. */
async function changesFindings(
  client: PoolClient,
  number: number,
  lines: readonly ChangeRecord[],
): Promise<Finding[]> {
  const part = 'database: changes';
  try {
    const { state, counts } = replayed(lines);
    if (state.number !== number)
      throw new Error(`found ${state.number} changes, but the counter is ${number}`);
    const message = `${number} changes, ${state.entries.size} configurations`;
    const kept = await load(client, number);
    const same =
      isDeepStrictEqual([...kept.state.entries.values()], [...state.entries.values()]) &&
      kept.state.activeId === state.activeId &&
      isDeepStrictEqual(kept.counts, counts);
    return [
      { part, state: 'good', message },
      same
        ? { part: 'database: configurations', state: 'good', message: 'match the change log' }
        : {
            part: 'database: configurations',
            state: 'damaged',
            message:
              'do not match the change log; run dump (which reads only the log) and restore the result',
          },
    ];
  } catch (error) {
    const message = `${(error as Error).message}; restore a backup`;
    return [{ part, state: 'damaged', message }];
  }
}

function replayed(lines: readonly ChangeRecord[]) {
  const state = emptyState();
  const counts = new Map<number, number>();
  for (const line of lines) {
    const effect = applyEvent(state, line);
    state.commit(effect);
    for (const id of affectedIds(line)) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (effect.entry === null) counts.delete(line.id);
  }
  return { state, counts: new Map([...counts].sort(([one], [other]) => one - other)) };
}

async function idsFinding(client: PoolClient, lines: readonly ChangeRecord[]): Promise<Finding> {
  const part = 'database: ids';
  const { rows } = await client.query<{ next: number }>(
    'SELECT (last_value + is_called::integer)::integer AS next FROM semantic_search.configuration_ids',
  );
  const { next } = rows[0]!;
  return lines.every(({ id }) => id < next)
    ? { part, state: 'good', message: `the next ID is at least ${next}` }
    : {
        part,
        state: 'damaged',
        message: `ID ${next} would be assigned twice; run dump and restore the result`,
      };
}

async function tokensFinding(client: PoolClient): Promise<Finding> {
  const { rows } = await client.query<{ issued: number; revoked: number }>(
    `SELECT (SELECT count(*) FROM semantic_search.tokens)::integer AS issued,
       (SELECT count(*) FROM semantic_search.revocations)::integer AS revoked`,
  );
  const { issued, revoked } = rows[0]!;
  return { part: 'database: tokens', state: 'good', message: `${issued} issued, ${revoked} revoked` };
}
