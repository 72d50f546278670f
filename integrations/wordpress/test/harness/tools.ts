/** Programs and versions of WordPress that the tests need; what is missing is named. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { skipReason } from '../../../../packages/server/test/support/skip-reason.ts';
import { root } from '../../../../test/support/service.ts';

export const wordPressFolder = join(root, '.ci/wordpress');

const demanded = ['6.1', '6.8'];

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isUnpacked = (version: string) => existsSync(join(wordPressFolder, version, 'wp-load.php'));

/** Path of the server program; Debian keeps it out of the path of users. */
export const mariadbd = ['/usr/sbin/mariadbd', '/usr/bin/mariadbd'].find((path) => existsSync(path));

function missingTool(): string | undefined {
  const programs = ['php', 'phpunit', 'phpcs', 'msgfmt', 'xgettext', 'mariadb-install-db'];
  const missing = programs.filter((program) => !isInstalled(program));
  if (!mariadbd) missing.push('mariadbd');
  missing.push(
    ...demanded.filter((version) => !isUnpacked(version)).map((version) => `WordPress ${version}`),
  );
  return missing.length > 0 ? missing.join(', ') : undefined;
}

const missing = missingTool();

/** Versions under test, oldest first; empty if a tool is missing. Throws if all tools are demanded. */
export const versions: string[] = missing === undefined ? [...demanded, '7.1'].filter(isUnpacked) : [];

if (missing !== undefined)
  console.warn(skipReason(`The WordPress plug-in is not tested here: ${missing} (.ci/install installs it).`));
else if (!versions.includes('7.1')) console.warn('WordPress 7.1 is not available; its tests are left out.');
