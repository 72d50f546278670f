/** Errors that can be ignored, because the desired state is already reached. */
import { BackendError } from '@semantic-search/engine/backend';

/** Resolves to false if the resource already exists. */
export function ignoreAlreadyExists(call: Promise<unknown>): Promise<boolean> {
  return ignoring(call, ({ message }) => message.includes('resource_already_exists'));
}

/** Resolves to false if the resource does not exist. */
export function ignoreNotFound(call: Promise<unknown>): Promise<boolean> {
  return ignoring(call, ({ kind }) => kind === 'unknown-space');
}

async function ignoring(call: Promise<unknown>, matches: (error: BackendError) => boolean): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof BackendError && matches(error)) return false;
    throw error;
  }
}
