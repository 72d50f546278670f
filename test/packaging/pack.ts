/** `pnpm run pack DIR`: builds the manual and writes the tarballs of all published packages, after `pnpm build`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../support/service.ts';
import { packAll } from './packed.fixture.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npx pnpm@12 run pack DIR');
  process.exit(1);
}
const destination = resolve(folder);
// Without the registry, the generator of the site may be missing; all other parts are complete.
if (spawnSync('pnpm', ['docs:build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
  console.error('The manual could not be built: the server package contains the previous one, or none.');
}
mkdirSync(destination, { recursive: true });
for (const { path } of await packAll(destination)) console.log(path);
