/** What went wrong with a file, in words for who runs the service: Node names no file where a disk is full or fails. */
import { describeSystemError } from '../system-errors.ts';

export type FileOperation = 'read' | 'written' | 'locked';

/** Names the file, what could not be done with it, and what to do. `code` is that of the call that failed. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  constructor(path: string, done: FileOperation, cause: NodeJS.ErrnoException & { code: string }) {
    super(`${path} cannot be ${done}: ${cause.message}. ${remedy(cause, done)}`, { cause });
    this.code = cause.code;
  }
}

/** The same, where a call of the file system that fails is told as a `FileError`. */
export async function withFileError<Result>(path: string, done: FileOperation, work: Promise<Result>): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw isOfFiles(error) ? new FileError(path, done, error) : error;
  });
}

function isOfFiles(error: NodeJS.ErrnoException): error is NodeJS.ErrnoException & { code: string } {
  return !(error instanceof FileError) && /^E[A-Z0-9]+$/.test(error.code ?? '');
}

function remedy({ code }: { code: string }, done: FileOperation): string {
  const { remedy, ofReading = remedy } = describeSystemError(code);
  return `${done === 'read' ? ofReading : remedy}, and do it again`;
}
