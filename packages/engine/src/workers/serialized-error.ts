/** Errors as plain objects, because structured cloning loses their class. */
import { QueryError } from '../api.ts';
import { type StorageCode, StorageError } from '../storage/storage-error.ts';

/** `code` is that of a `QueryError`, `StorageError` or system error, `path` that of a `QueryError`. */
export interface SerializedError {
  name: string;
  message: string;
  stack?: string;
  code?: string;
  path?: string;
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code } = error as NodeJS.ErrnoException;
  const path = error instanceof QueryError ? error.path : undefined;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
  };
}

export function deserializeError({ stack, ...serialized }: SerializedError): Error {
  const error = createError(serialized);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function createError({ name, message, code, path }: Omit<SerializedError, 'stack'>): Error {
  if (name === 'StorageError') return new StorageError(code as StorageCode, message);
  if (name === 'QueryError') {
    const options = path === undefined ? {} : { path };
    return new QueryError(code as QueryError['code'], message, options);
  }
  return Object.assign(new Error(message), code !== undefined && { code });
}
