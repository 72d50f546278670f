/**
 * How many uploads are read at a time. What streams is not kept whole, but each upload keeps a batch, a line or a thread
 * that reads it: those beyond are turned away before a byte of them is read.
 */
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';

export interface UploadLimit {
  /** Returns what gives the place back. Throws service-unavailable when all are taken. */
  take(ctx: Context): () => void;
  taken(): number;
}

export function uploadLimit(most: number): UploadLimit {
  let taken = 0;
  return {
    taken: () => taken,
    take(ctx) {
      if (taken >= most) {
        ctx.req.resume();
        throw new ProblemError('service-unavailable', `There may be ${most} such uploads at a time.`, {
          headers: { 'Retry-After': '5' },
        });
      }
      taken += 1;
      let given = false;
      return () => {
        if (!given) taken -= 1;
        given = true;
      };
    },
  };
}
