/** Installed packages: their folders, the error of a missing one, and the version of the server. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** The Field guide: `configurations.json`, its content and `pages/`. */
export const demoFolder = (): string => packageFolder('@semantic-search/demo');

/** Handler of the failed import of an optional package. `needs` begins the message: a subject and the verb `need`. */
export function rejectMissing(needs: string, name: string) {
  return (cause: unknown): never => {
    throw new Error(`${needs} the package ${name}, which is not installed`, { cause });
  };
}

export const serverVersion: string = require('../package.json').version;
