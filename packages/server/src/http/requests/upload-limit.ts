/**
 * Limits the number of concurrent uploads.
 *
 * Each streamed upload keeps a batch, a line or a worker thread in memory. Uploads over the limit are rejected before their
 * body is read.
 */
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';

export interface UploadLimit {
  /** Takes a slot and returns a function that releases it. Throws service-unavailable if none is free. */
  take(ctx: Context): () => void;
  taken(): number;
}

export function uploadLimit(max: number): UploadLimit {
  let taken = 0;
  return {
    taken: () => taken,
    take(ctx) {
      if (taken >= max) {
        ctx.req.resume();
        throw new ProblemError(
          'service-unavailable',
          `Too many uploads: at most ${max} of this kind can run at the same time.`,
          {
            headers: { 'Retry-After': '5' },
          },
        );
      }
      taken += 1;
      let isReleased = false;
      return () => {
        if (!isReleased) taken -= 1;
        isReleased = true;
      };
    },
  };
}
