/** Writes the generated functions and the table in the README of the client. */
import { readFile, writeFile } from 'node:fs/promises';
import { generatedModules } from './functions.ts';
import { withTable } from './readme-table.ts';

const readme = new URL('../README.md', import.meta.url);

for (const [name, source] of generatedModules())
  await writeFile(new URL(`../src/${name}`, import.meta.url), source);
await writeFile(readme, withTable(await readFile(readme, 'utf8')));
