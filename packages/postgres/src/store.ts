/**
 * PostgreSQL store of configurations, for several replicas.
 *
 * Each replica has all configurations in memory and follows the change log. A writer holds the lock of the counter and has
 * applied all earlier changes before it decides.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  affectedIds,
  applyEvent,
  batchRanges,
  type ChangeRecord,
  type ConfigurationStore,
  configurationStore,
  type Effect,
  type Event,
  ProblemError,
  type View,
} from '@semantic-search/server/stores';
import type { ClientBase } from 'pg';
import { type Database, UnknownOutcomeError } from './database.ts';
import { allocateId, changesAfter, load, lockCounter, readHistory, wasWritten, write } from './tables.ts';

/** `close` leaves the database open. */
export async function openPostgresStore(database: Database): Promise<ConfigurationStore> {
  const reload = () =>
    database.transaction(async (client) => load(client, await lockCounter(client, 'changes')));
  let held = await reload();

  function take(lines: readonly ChangeRecord[]): void {
    const { state, counts } = held;
    for (const line of lines) {
      // Own changes arrive twice: by the commit and by the notification.
      if (line.number <= state.number) continue;
      const effect = applyEvent(state, line);
      state.commit(effect);
      if (effect.entry === null) counts.delete(line.id);
      else for (const id of affectedIds(line)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }

  async function catchUp(client: ClientBase, value: number): Promise<void> {
    const { number } = held.state;
    if (value > number) take(await changesAfter(client, number));
  }

  /** Like `catchUp`, but reloads everything if the database was restored to an earlier state. */
  async function catchUpLocked(client: ClientBase): Promise<void> {
    const value = await lockCounter(client, 'changes');
    if (value < held.state.number) held = await load(client, value);
    await catchUp(client, value);
  }

  async function decideAndWrite(
    client: ClientBase,
    decide: (view: View) => Event | null,
    attempt: string,
  ): Promise<Effect | null> {
    await catchUpLocked(client);
    const { state, counts } = held;
    const event = decide(state);
    if (!event) return null;
    const own = event.action === 'created' ? { id: await allocateId(client) } : {};
    const effect = applyEvent(state, { number: state.number + 1, ...event, ...own });
    await write(client, effect, counts, attempt);
    return effect;
  }

  /**
   * Retries once if nothing was saved although the database works. Possible causes are a lock that others held too long,
   * and a suspension of this process, as in a rolling restart on few processors.
   */
  async function commit(decide: (view: View) => Event | null): Promise<Effect | null> {
    try {
      return await commitOnce(decide);
    } catch (error) {
      const mayRetry = error instanceof NotSavedError && database.unavailableReason() === null;
      if (!mayRetry) throw asProblem(error);
      return await commitOnce(decide).catch((again: unknown) => {
        throw asProblem(again);
      });
    }
  }

  /** Throws NotSavedError if certainly nothing has changed. */
  async function commitOnce(decide: (view: View) => Event | null): Promise<Effect | null> {
    const attempt = randomUUID();
    let effect: Effect | null = null;
    try {
      await database.transaction(async (client) => {
        effect = await decideAndWrite(client, decide, attempt);
      });
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const isKnown = !(error instanceof UnknownOutcomeError);
      if (isKnown || !(await isDone(database, effect, attempt))) throw new NotSavedError(error);
    }
    const made = effect as Effect | null;
    if (made) take([made.line]);
    return made;
  }

  let heard = held.state.number;
  const unfollow = database.follow('changes', async (client, value) => {
    // Lower than a previous value, so the database was restored; concurrent writes only increase it.
    if (value < heard) held = await reload();
    else await catchUp(client, value);
    heard = value;
  });

  return configurationStore({
    view: {
      get number() {
        return held.state.number;
      },
      get nextId() {
        return held.state.nextId;
      },
      get activeId() {
        return held.state.activeId;
      },
      find: (id) => held.state.find(id),
    },
    entries: () => held.state.entries.values(),
    commit,
    countOf: (id) => held.counts.get(id) ?? 0,
    async *read(id, from, to, order) {
      for (const [first, end] of batchRanges(from, to, MAX_CHANGES_IN_MEMORY, order)) {
        const part = (client: ClientBase) => readHistory(client, id, first, end);
        const lines = await database.transaction(part).catch(notRead);
        yield* order === 'newest first' ? lines.reverse() : lines;
      }
    },
    unavailableReason: () => database.unavailableReason(),
    close: async () => unfollow(),
  });
}

/** How long the outcome of a lost commit is queried, and the interval of the queries. */
const MAX_OUTCOME_WAIT_MS = 8000;
const OUTCOME_POLL_MS = 250;

/** The lost transaction held the lock, so once this one has it, the outcome is decided. */
async function isDone(database: Database, effect: Effect | null, attempt: string): Promise<boolean> {
  if (!effect) return true;
  for (const end = performance.now() + MAX_OUTCOME_WAIT_MS; ; ) {
    try {
      return await database.transaction(async (client) => {
        await lockCounter(client, 'changes');
        return wasWritten(client, effect.line.number, attempt);
      });
    } catch (cause) {
      if (performance.now() > end) throw notKnown(cause);
      await sleep(OUTCOME_POLL_MS);
    }
  }
}

function notKnown(cause: unknown): ProblemError {
  const detail =
    'The connection was lost while the change was saved. Read again whether it was, and repeat it if not.';
  return new ProblemError('service-unavailable', detail, { cause });
}

/** Changes of a history that are in memory at a time. */
const MAX_CHANGES_IN_MEMORY = 20;

function notRead(cause: unknown): never {
  throw new ProblemError('service-unavailable', 'Histories cannot be read at the moment.', { cause });
}

class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  constructor(cause: unknown) {
    super('The change could not be saved; nothing has changed.', { cause });
  }
}

function asProblem(error: unknown): unknown {
  if (!(error instanceof NotSavedError)) return error;
  return new ProblemError('service-unavailable', error.message, { cause: error.cause });
}
