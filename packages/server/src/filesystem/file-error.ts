/** File system errors that name the file, which Node omits on write errors. */

/** Error whose message names the file and the failed operation. `code` is the system error code. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  constructor(path: string, operation: 'read' | 'written', cause: NodeJS.ErrnoException & { code: string }) {
    super(`${path} cannot be ${operation}: ${cause.message}`, { cause });
    this.code = cause.code;
  }
}

/** Converts a system error of `work` to a `FileError`. */
export async function withFileError<Result>(
  path: string,
  operation: 'read' | 'written',
  work: Promise<Result>,
): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw isSystemError(error) ? new FileError(path, operation, error) : error;
  });
}

function isSystemError(error: NodeJS.ErrnoException): error is NodeJS.ErrnoException & { code: string } {
  return !(error instanceof FileError) && /^E[A-Z0-9]+$/.test(error.code ?? '');
}
