/** Single retry of an idempotent call after a broken connection. */
import { setTimeout as pause } from 'node:timers/promises';
import { BackendError } from './backend-error.ts';

/** With jitter, so that clients of a broken connection do not retry simultaneously. */
const MIN_RETRY_DELAY_MS = 20;

export async function retryOnce<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendError && error.kind === 'unreachable')) throw error;
    await pause(MIN_RETRY_DELAY_MS * (1 + Math.random()), undefined, { signal });
    return call();
  }
}
