/** What went wrong with a file, in words for who runs the service: Node names no file where a disk is full or fails. */

export type Done = 'read' | 'written' | 'locked';

/** Names the file, what could not be done with it, and what to do. `code` is that of the call that failed. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: string;
  constructor(path: string, done: Done, cause: NodeJS.ErrnoException & { code: string }) {
    super(`${path} cannot be ${done}: ${cause.message}. ${remedy(cause, done)}`, { cause });
    this.code = cause.code;
  }
}

/** The same, where a call of the file system that fails is told as a `FileError`. */
export async function naming<Result>(path: string, done: Done, work: Promise<Result>): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw isOfFiles(error) ? new FileError(path, done, error) : error;
  });
}

function isOfFiles(error: NodeJS.ErrnoException): error is NodeJS.ErrnoException & { code: string } {
  return !(error instanceof FileError) && /^E[A-Z0-9]+$/.test(error.code ?? '');
}

function remedy(error: NodeJS.ErrnoException & { code: string }, done: Done): string {
  if (isFull(error)) return 'Make room on its disk, and do it again';
  if (error.code === 'EROFS') return 'Make its disk writable, and do it again';
  if (['EACCES', 'EPERM'].includes(error.code)) return 'Give this user the right to, and do it again';
  if (error.code === 'EISDIR') return 'It is a folder: name a file, and do it again';
  if (['ENOENT', 'ENOTDIR'].includes(error.code)) {
    if (done === 'read') return 'See whether that is its name, and do it again';
    return 'See whether the folder that it is to be in is there, and do it again';
  }
  return 'See whether its disk is well, and do it again';
}

/** Whether a call failed because the disk has no room for it. */
export function isFull(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
