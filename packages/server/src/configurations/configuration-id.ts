/** Configuration ID in a path. */
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { MAX_CONFIGURATION_ID } from './store.ts';

/** Throws not-found unless `{configId}` is a positive int32. */
export function configurationId(ctx: Context): number {
  const text: string = ctx.params.configId ?? '';
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (id <= MAX_CONFIGURATION_ID) return id;
  throw new ProblemError('not-found', 'A configuration has an integer as its id, from 1 up.');
}
