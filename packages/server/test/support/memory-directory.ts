/** Parent of the data directories of servers, databases and clusters in tests. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, of Linux. */
const SHARED_MEMORY = '/dev/shm';
/** Many containers have 64 MB there, which an index fills. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Memory where there is enough, because a sync to a disk takes milliseconds, and a new index needs dozens. Killed
 * processes lose as little as on a disk.
 */
export function memoryDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize < MIN_FREE_BYTES ? tmpdir() : SHARED_MEMORY;
  } catch {
    return tmpdir();
  }
}
