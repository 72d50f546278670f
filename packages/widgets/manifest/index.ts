/** Writes `custom-elements.json`, `llms.txt` and a page for each element: `pnpm describe`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { written } from './generated-files.ts';

mkdirSync(new URL('../../../docs/widgets/', import.meta.url), { recursive: true });
for (const [path, text] of written()) writeFileSync(path, text);
