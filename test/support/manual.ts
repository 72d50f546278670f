/** Pages of the documentation site, whose examples are tested. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './service.ts';

const folder = join(root, 'docs/src/content/docs');

/** Paths of all pages, such as `how-to/monitor`. */
export const manualPages: readonly string[] = globSync('**/*.md', { cwd: folder }).map((path) =>
  path.slice(0, -'.md'.length),
);

/** Text of a page such as `how-to/monitor`. */
export function manualPage(name: string): string {
  return readFileSync(join(folder, `${name}.md`), 'utf8');
}

/** Code blocks of a language in a page, without the indentation of a list. */
export function codeBlocks(name: string, language: string): string[] {
  const blocks = manualPage(name).matchAll(
    new RegExp(`^( *)\`\`\`${language}\\n([^\`]*(?:\`[^\`]+)*?)^ *\`\`\``, 'gm'),
  );
  return [...blocks].map(([, indent, text]) => text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}
