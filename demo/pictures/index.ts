/** Draws the pictures of the Field guide and writes their paths into the documents: `pnpm pictures`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { drawPictures } from './draw.ts';

const { files, documents } = await drawPictures();
const folder = new URL('../pages/pictures/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, content] of files) await writeFile(new URL(name, folder), content);
await writeFile(new URL('../data/field-guide.ndjson', import.meta.url), documents);
console.log(`demo/pages/pictures: ${files.size} pictures`);
