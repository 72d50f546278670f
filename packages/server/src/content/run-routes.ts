/** Synchronization runs: their routes, and documents written within one (how-to/synchronize-a-cms.md). */
import { randomUUID } from 'node:crypto';
import * as api from '@semantic-search/contract';
import * as engine from '@semantic-search/engine';
import type { SpaceContent, WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { parseQuery } from '../validation.ts';
import type { IngestedRun } from './documents/ingestion.ts';
import { contentOf, requireContent, supported } from './requested-space.ts';

/** A run expires this long after its last request. */
export const RUN_LIFETIME_MS = 24 * 3_600_000;

export function runOperations(backend: WritableBackend) {
  const runsOf = async (ctx: Context, { create = false } = {}) =>
    supported((await contentOf(ctx, backend, { create })).runs, 'runs', ctx);
  return {
    /** Creates the search space, so that a first synchronization needs no other call. Abandons the previous run. */
    async startRun(ctx: Context): Promise<api.RunStart> {
      const runs = await runsOf(ctx, { create: true });
      const [id, now] = [randomUUID(), Date.now()];
      await runs.startRun({ id, started: now, touched: now, hasUnreadable: false, removed: null });
      return { message: 'The run is started.', id };
    },
    async completeRun(ctx: Context): Promise<api.RunCompletion> {
      const { run: id } = ctx.params;
      const runs = await runsOf(ctx);
      const { force, prefix = '' } = parseQuery(api.CompletionParameters, ctx.query);
      const { removed, documents } = await completeRun(runs, id, { prefix, force: force === 'true' });
      return { message: `The run is complete. It removed ${removed} documents.`, id, removed, documents };
    },
    async abandonRun(ctx: Context): Promise<api.RunAbandonment> {
      const { run: id } = ctx.params;
      const runs = await runsOf(ctx);
      await requireOpenRun(runs, id);
      await runs.abandonRun(id);
      return { message: 'The run is abandoned. Its documents stay.', id };
    },
  };
}

/** Throws not-found unless the run is the latest one of the space, neither complete nor expired. */
async function requireOpenRun(runs: engine.Runs, id: string): Promise<engine.SpaceRun> {
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
  runs: engine.Runs,
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

/** Throws for a suspicious run: a source that fails or is misread must not empty the search space. */
function rejectDoubtful({ hasUnreadable }: engine.SpaceRun, documents: number, missing: number): void {
  if (hasUnreadable && missing > 0) {
    const detail = `The run contained documents without a readable id, so it would remove too much (${missing} documents). Correct them and start again, or complete it with force=true.`;
    throw new ProblemError('conflict', detail);
  }
  if (missing > documents / 2) {
    const detail = `The run would remove ${missing} of ${documents} documents, more than half. Complete it with force=true if this is right.`;
    throw new ProblemError('conflict', detail);
  }
}

type RunWriter = Pick<engine.WritableSpace, 'put'> & IngestedRun;

/** Writer of the run that a request names, which skips unchanged documents; undefined for a request without a run. */
export async function requestedRun(
  ctx: Context,
  content: SpaceContent | undefined,
): Promise<RunWriter | undefined> {
  const { run: id } = parseQuery(api.WriteParameters, ctx.query);
  if (id === undefined) return undefined;
  const spaceContent = requireContent(content, ctx.params.space);
  const runs = supported(spaceContent.runs, 'runs', ctx);
  await requireOpenRun(runs, id);
  let unchanged = 0;
  return {
    async record(ids, { hasUnreadable } = { hasUnreadable: false }) {
      if (!(await runs.addToRun(id, { documents: ids, hasUnreadable }))) throw notOpen(id);
    },
    unchanged: () => unchanged,
    async put(documents) {
      const isUnchanged = areUnchanged(documents, await runs.hashes(documents.map(({ id }) => id)));
      const changed = documents.flatMap((document, i) => (isUnchanged[i] ? [] : [{ document, index: i }]));
      const unchangedCount = documents.length - changed.length;
      unchanged += unchangedCount;
      if (changed.length === 0) return { accepted: unchangedCount, refused: [] };
      const { accepted, refused } = await spaceContent.documents.put(changed.map(({ document }) => document));
      return {
        accepted: accepted + unchangedCount,
        refused: refused.map(({ index, message }) => ({ index: changed[index]!.index, message })),
      };
    },
  };
}

/** A document that occurs more than once is written each time, so that the last one wins. */
function areUnchanged(documents: readonly engine.DocumentInput[], hashes: readonly (string | undefined)[]) {
  const counts = new Map<string, number>();
  for (const { id } of documents) counts.set(id, (counts.get(id) ?? 0) + 1);
  return documents.map((document, index) => {
    const hash = hashes[index];
    return counts.get(document.id) === 1 && hash !== undefined && hash === engine.contentHash(document);
  });
}
