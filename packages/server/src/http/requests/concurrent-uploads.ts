/**
 * Limit of concurrent uploads, fair to all tokens.
 *
 * Each streamed upload keeps a batch, a line or a worker thread in memory. Uploads over the limit are rejected before their
 * body is read. A client that holds as many slots as are still free gets no further slot, so that others find one.
 */
import type { Context } from 'koa';
import { temporarilyUnavailable } from '../../errors/problem.ts';

export type UploadLimit = ReturnType<typeof uploadLimit>;

export function uploadLimit(max: number) {
  /** One entry per upload. */
  const clients: string[] = [];
  return {
    /** Reserves a slot. The caller calls the returned function once to release it. Throws service-unavailable if none is free. */
    reserve({ req }: Context, client: string): () => void {
      const ownUploads = clients.filter((holder) => holder === client).length;
      const freeSlots = max - clients.length;
      if (ownUploads >= freeSlots) {
        req.resume();
        const reason = `at most ${max} of this kind can run at the same time; this token has ${ownUploads} of them`;
        throw temporarilyUnavailable(`Too many uploads: ${reason}.`);
      }
      clients.push(client);
      return () => void clients.splice(clients.indexOf(client), 1);
    },
  };
}
