/** Ownership check: a data directory belongs to one user. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

const { R_OK, W_OK } = constants;

/** State files with the access that the process needs; other files are replaced as a whole. */
const requiredAccess = {
  'keys.json': R_OK,
  'tokens.json': R_OK,
  configurations: W_OK,
  spaces: W_OK,
};

/** Throws if the state belongs to another user, before any file is created. */
export async function checkOwnership(directory: string): Promise<void> {
  for (const [name, mode] of Object.entries(requiredAccess)) {
    const path = join(directory, name);
    await access(path, mode).catch((cause: NodeJS.ErrnoException) => {
      // Other errors are reported where the file is used.
      if (cause.code !== 'EACCES') return;
      const remedy = 'Run the command as that user or as root';
      throw new Error(`${path} belongs to another user. ${remedy}`, { cause });
    });
  }
}
