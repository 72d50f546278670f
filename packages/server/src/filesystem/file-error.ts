/** File system errors that name the file, which Node omits on write errors. */

export type FileOperation = 'read' | 'written';

/** Names the file and the failed operation. `code` is the system error code. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  constructor(path: string, done: FileOperation, cause: NodeJS.ErrnoException & { code: string }) {
    super(`${path} cannot be ${done}: ${cause.message}`, { cause });
    this.code = cause.code;
  }
}

/** Converts system errors of `work` into `FileError`. */
export async function withFileError<Result>(
  path: string,
  done: FileOperation,
  work: Promise<Result>,
): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw isSystemError(error) ? new FileError(path, done, error) : error;
  });
}

function isSystemError(error: NodeJS.ErrnoException): error is NodeJS.ErrnoException & { code: string } {
  return !(error instanceof FileError) && /^E[A-Z0-9]+$/.test(error.code ?? '');
}
