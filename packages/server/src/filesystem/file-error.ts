/** File system errors that name the file and the remedy: Node omits the file on write errors. */
import { describeSystemError } from '../errors/system-errors.ts';

export type FileOperation = 'read' | 'written' | 'locked';

/** Names the file, the failed operation and the remedy. `code` is the system error code. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  constructor(path: string, done: FileOperation, cause: NodeJS.ErrnoException & { code: string }) {
    super(`${path} cannot be ${done}: ${cause.message}. ${remedy(cause, done)}`, { cause });
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
    throw isOfFiles(error) ? new FileError(path, done, error) : error;
  });
}

function isOfFiles(error: NodeJS.ErrnoException): error is NodeJS.ErrnoException & { code: string } {
  return !(error instanceof FileError) && /^E[A-Z0-9]+$/.test(error.code ?? '');
}

function remedy({ code }: { code: string }, done: FileOperation): string {
  const { remedy, readRemedy = remedy } = describeSystemError(code);
  return `${done === 'read' ? readRemedy : remedy}, then try again`;
}
