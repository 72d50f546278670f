/** Writes `custom-elements.json` and `llms.txt`: `pnpm describe`. */
import { writeFileSync } from 'node:fs';
import { written } from './generated-files.ts';

for (const [path, text] of written()) writeFileSync(path, text);
