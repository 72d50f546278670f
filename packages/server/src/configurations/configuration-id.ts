/** Configuration IDs and version numbers in paths. */
import { MAX_INT32 } from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';

/** Throws not-found unless `{configId}` is a positive int32. */
export function configurationId(ctx: Context): number {
  const id = parsePositiveInt32(ctx.params.configId ?? '');
  if (id !== null) return id;
  throw new ProblemError('not-found', `The configuration ID must be an integer from 1 to ${MAX_INT32}.`);
}

/** The number in canonical decimal form; null for any other text. */
export function parsePositiveInt32(text: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return number <= MAX_INT32 ? number : null;
}
