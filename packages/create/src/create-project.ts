/** Project with a search server, written from the template of this package. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TEMPLATE = join(ROOT, 'template');

/**
 * Creates the folder and resolves to the paths of its files. Rejects if the folder is not empty: files of its owner are never
 * overwritten.
 */
export async function createProject(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  await cp(TEMPLATE, folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(folder), null, 2)}\n`);
  // npm leaves files with this name out of packages.
  await writeFile(join(folder, '.gitignore'), 'node_modules\ndata\n');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function manifest(folder: string): Promise<object> {
  const ownPackage = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    name: packageName(basename(resolve(folder))),
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      start: 'semantic-search start --demo .',
      content:
        'semantic-search ingest --space site --thesaurus content/thesaurus.ttl --documents content/documents.ndjson',
      test: 'node --test',
    },
    dependencies: {
      '@semantic-search/cli': `^${ownPackage.version}`,
      '@semantic-search/server': `^${ownPackage.version}`,
    },
  };
}

/** npm accepts lower-case letters, digits, dots, dashes and underscores, and no dot or underscore at the beginning. */
function packageName(name: string): string {
  const valid = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[._-]+/, '');
  return valid || 'search';
}
