/** Writes the generated reference pages of the documentation: `pnpm reference`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedFiles, REFERENCE_FOLDER } from './pages.ts';

mkdirSync(REFERENCE_FOLDER, { recursive: true });
for (const [path, text] of await generatedFiles()) writeFileSync(path, text);
