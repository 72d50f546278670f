/** Failures that are none: what was to be brought about is so already, or the next attempt may have an answer. */
import { BackendError, isTrouble } from '../backend-error.ts';

/** False where what it is to make was there. */
export function unlessThere(call: Promise<unknown>): Promise<boolean> {
  return unless(call, ({ message }) => message.includes('resource_already_exists'));
}

/** False where what it is about is not there. */
export function unlessGone(call: Promise<unknown>): Promise<boolean> {
  return unless(call, ({ kind }) => kind === 'unknown-space');
}

async function unless(call: Promise<unknown>, isSo: (fault: BackendError) => boolean): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof BackendError && isSo(error)) return false;
    throw error;
  }
}

/** Says nothing of what was asked. */
export function isPassing(error: unknown): boolean {
  return isTrouble(error) || (error instanceof BackendError && error.kind === 'resting');
}
