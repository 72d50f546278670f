/** Routes of synchronization runs (docs: how-to/synchronize-a-cms.md). */
import {
  CompletionParameters,
  type RunAbandonment,
  type RunCompletion,
  type RunStart,
} from '@semantic-search/contract';
import type { WritableBackend } from '@semantic-search/engine/backend';
import type { Context } from 'koa';
import { parseQuery } from '../validation.ts';
import { contentOf, spaceName } from './requested-space.ts';
import { completeRun, requireOpenRun, runsOf, startRun } from './runs.ts';

/** Creates the search space if it does not exist, so that a first synchronization needs no other call. */
export async function start(ctx: Context, backend: WritableBackend): Promise<void> {
  const name = spaceName(ctx);
  const runs = runsOf(await contentOf(name, backend, { create: true }), name);
  const { id } = await startRun(runs);
  ctx.body = { message: 'The run is started.', id } satisfies RunStart;
}

export async function complete(ctx: Context, backend: WritableBackend): Promise<void> {
  const { id, runs } = await requestedRun(ctx, backend);
  const { force, prefix = '' } = parseQuery(CompletionParameters, ctx.query);
  const { removed, documents } = await completeRun(runs, id, { prefix, force: force === 'true' });
  const message = `The run is complete. It removed ${removed} documents.`;
  ctx.body = { message, id, removed, documents } satisfies RunCompletion;
}

export async function abandon(ctx: Context, backend: WritableBackend): Promise<void> {
  const { id, runs } = await requestedRun(ctx, backend);
  await requireOpenRun(runs, id);
  await runs.abandonRun(id);
  ctx.body = { message: 'The run is abandoned. Its documents stay.', id } satisfies RunAbandonment;
}

async function requestedRun(ctx: Context, backend: WritableBackend) {
  const name = spaceName(ctx);
  const runs = runsOf(await contentOf(name, backend), name);
  return { id: ctx.params.run ?? '', runs };
}
