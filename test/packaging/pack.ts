/** `pnpm run pack DIR`: writes the tarballs of all published packages, after `pnpm build`. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { packAll } from './packed.fixture.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: npx pnpm@12 run pack DIR');
  process.exit(1);
}
const destination = resolve(folder);
mkdirSync(destination, { recursive: true });
for (const { path } of await packAll(destination)) console.log(path);
