/** Synchronization runs: their routes, and documents written within one (how-to/synchronize-a-cms.md). */
import { randomUUID } from 'node:crypto';
import * as api from '@semantic-search/contract';
import {
  contentHash,
  type DocumentInput,
  type ReadDocument,
  type Runs,
  type SpaceRun,
  type WritableSpace,
} from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import { type CooperativeTask, runInSlices } from '@semantic-search/query/scheduling';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { parseQuery } from '../validation.ts';
import { documentSizeError } from './documents/document-size.ts';
import { contentOf, supported } from './requested-space.ts';

/** Time after the last request of a run when it expires. */
export const RUN_LIFETIME_MS = 24 * 3_600_000;

export interface RunWriter extends Pick<WritableSpace, 'put'> {
  /** Records documents whose current versions stay. Throws not-found if the run is no longer open. */
  record(ids: string[], options?: { hasUnreadable: boolean }): Promise<void>;
  /** Number of documents that were not written because they were unchanged. */
  unchanged(): number;
}

export function runOperations(backend: WritableBackend) {
  const openRuns = async (ctx: Context) => runsOf(await contentOf(ctx, backend), ctx);
  return {
    /** Creates the search space, so that a first synchronization needs no other call. Abandons the previous run. */
    async startRun(ctx: Context): Promise<api.RunStart> {
      const runs = runsOf(await contentOf(ctx, backend, { create: true }), ctx);
      const [id, now] = [randomUUID(), Date.now()];
      await runs.startRun({ id, started: now, touched: now, hasUnreadable: false, removed: null });
      return { message: 'The run is started.', id };
    },
    async completeRun(ctx: Context): Promise<api.RunCompletion> {
      const { run: id } = ctx.params;
      const runs = await openRuns(ctx);
      const { force, prefix = '' } = parseQuery(api.CompletionParameters, ctx.query);
      const { removed, documents } = await completeRun(runs, id, { prefix, force: force === 'true' });
      return { message: `The run is complete. It removed ${removed} documents.`, id, removed, documents };
    },
    async abandonRun(ctx: Context): Promise<api.RunAbandonment> {
      const { run: id } = ctx.params;
      const runs = await openRuns(ctx);
      await requireOpenRun(runs, id);
      await runs.abandonRun(id);
      return { message: 'The run is abandoned. Its documents stay.', id };
    },
  };
}

export function runsOf({ runs }: SpaceContent, { params }: Context): Runs {
  return supported(runs, `The backend of the search space "${params.space}" does not support runs.`);
}

/** Throws not-found unless the run is the latest one of the space, neither complete nor expired. */
export async function requireOpenRun(runs: Runs, id: string): Promise<SpaceRun> {
  const run = await runs.latestRun();
  const isOpen = run?.id === id && run.removed === null && Date.now() - run.touched < RUN_LIFETIME_MS;
  if (!isOpen) throw notOpen(id);
  return run;
}

function notOpen(id: string): ProblemError {
  const detail = `The run ${id.slice(0, 100)} is not open: it is complete, abandoned or expired, or a newer run has replaced it.`;
  return new ProblemError('not-found', detail);
}

/** Repeating the call returns the same result, or continues an interrupted removal. */
async function completeRun(
  runs: Runs,
  id: string,
  { prefix, force }: { prefix: string; force: boolean },
): Promise<{ removed: number; documents: number }> {
  const latest = await runs.latestRun();
  const { documents, missing } = await runs.countMissing(id, prefix);
  if (latest?.id === id && latest.removed !== null) return { removed: latest.removed, documents };
  const run = await requireOpenRun(runs, id);
  if (!force) rejectDoubtful(run, documents, missing);
  const removed = await runs.removeMissing(id, prefix);
  await runs.completeRun(id, removed);
  return { removed, documents: documents - removed };
}

/** A source that fails or is misread must not empty the search space. */
function rejectDoubtful({ hasUnreadable }: SpaceRun, documents: number, missing: number): void {
  if (hasUnreadable && missing > 0)
    throw new ProblemError(
      'conflict',
      `The run contained documents without a readable id, so it would remove too much (${missing} documents). Correct them and start again, or complete it with force=true.`,
    );
  if (missing > documents / 2)
    throw new ProblemError(
      'conflict',
      `The run would remove ${missing} of ${documents} documents, more than half. Complete it with force=true if this is right.`,
    );
}

/**
 * Writes the changed documents of a run. Records all of them first: if the write fails or a document is rejected, its
 * previous version stays.
 */
export function runWriter(runs: Runs, id: string, documents: Pick<WritableSpace, 'put'>): RunWriter {
  let unchanged = 0;
  async function record(ids: string[], { hasUnreadable = false } = {}): Promise<void> {
    if (!(await runs.addToRun(id, { documents: ids, hasUnreadable }))) throw notOpen(id);
  }
  return {
    record,
    unchanged: () => unchanged,
    async put(given) {
      const ids = given.map((each) => each.id);
      await record(ids);
      const isUnchanged = await compare(given, await runs.hashes(ids));
      const changed = given.flatMap((document, index) => (isUnchanged[index] ? [] : [{ document, index }]));
      const same = given.length - changed.length;
      unchanged += same;
      if (changed.length === 0) return { accepted: same, refused: [] };
      const { accepted, refused } = await documents.put(changed.map(({ document }) => document));
      return {
        accepted: accepted + same,
        refused: refused.map(({ index, message }) => ({ index: changed[index]!.index, message })),
      };
    },
  };
}

/** A document that occurs more than once is written each time, so that the last one wins. */
function compare(
  documents: readonly DocumentInput[],
  hashes: readonly (string | undefined)[],
): Promise<boolean[]> {
  const counts = new Map<string, number>();
  for (const { id } of documents) counts.set(id, (counts.get(id) ?? 0) + 1);
  function* oneByOne(): CooperativeTask<boolean[]> {
    const equal: boolean[] = [];
    for (const [i, each] of documents.entries()) {
      equal.push(counts.get(each.id) === 1 && hashes[i] !== undefined && hashes[i] === contentHash(each));
      yield;
    }
    return equal;
  }
  return runInSlices(oneByOne());
}

/** Passes the documents on, and records the rejected ones. */
export async function* recordRejected(
  documents: AsyncIterable<ReadDocument>,
  run: RunWriter,
): AsyncIterable<ReadDocument> {
  for await (const read of documents) {
    if ('message' in read)
      await run.record(read.id === undefined ? [] : [read.id], { hasUnreadable: read.id === undefined });
    else if (documentSizeError(read.document) !== undefined) await run.record([read.document.id]);
    yield read;
  }
}
