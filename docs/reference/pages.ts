/** All generated reference pages, with the path of each file. */
import { commandLinePage } from './command-line.ts';
import { configurationPage } from './configuration.ts';
import { environmentPage } from './environment.ts';
import { languagesPage } from './languages.ts';
import { operationsPage } from './operations.ts';
import { markdown, type Page } from './page.ts';
import { problemsPage } from './problems.ts';

/** Folder of the reference pages of the documentation site. */
export const REFERENCE_FOLDER = new URL('../src/content/docs/reference/', import.meta.url);

export async function referencePages(): Promise<Page[]> {
  return [
    configurationPage(),
    commandLinePage(),
    environmentPage(),
    problemsPage(),
    languagesPage(),
    operationsPage(),
  ];
}

/** Paths and contents of all generated files. */
export async function generatedFiles(): Promise<[path: URL, text: string][]> {
  const pages = await referencePages();
  return pages.map((page) => [new URL(`${page.name}.md`, REFERENCE_FOLDER), markdown(page)]);
}
