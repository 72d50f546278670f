/** A data directory is one user's: its keys are readable for nobody else, and what others make in it is not for them to write. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

const { R_OK, W_OK } = constants;

/** What is kept, by what its user may do with it; the others are replaced as they are. */
const kept = {
  'keys.json': R_OK,
  'tokens.json': R_OK,
  configurations: W_OK,
  log: W_OK,
  'log/000001.jsonl': W_OK,
  spaces: W_OK,
};

/** Throws where what is kept in the directory is another user's, before anything is made there that is not. */
export async function requireOwnState(directory: string): Promise<void> {
  for (const [name, mode] of Object.entries(kept)) {
    const path = join(directory, name);
    await access(path, mode).catch((cause: NodeJS.ErrnoException) => {
      // Whoever needs what is missing, or fails in another way, tells it.
      if (cause.code !== 'EACCES') return;
      const remedy = "A data directory is one user's: do it as that user, or as root";
      throw new Error(`${path} is another user's. ${remedy}`, { cause });
    });
  }
}
