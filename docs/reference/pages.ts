/** All generated reference pages, with the path of each file. */
import { BackendsFile } from '../../packages/server/src/settings/backends-schema.ts';
import { backendsFilePage } from './backends-file.ts';
import { commandLinePage } from './command-line.ts';
import { configurationPage } from './configuration.ts';
import { customPropertiesPage } from './custom-properties.ts';
import { documentFormatPage } from './document-format.ts';
import { elementPages } from './elements.ts';
import { environmentPage } from './environment.ts';
import { languagesPage } from './languages.ts';
import { limitsPage } from './limits.ts';
import { metricsPage } from './metrics.ts';
import { operationPages } from './operations.ts';
import { markdown, type Page } from './page.ts';
import { problemsPage } from './problems.ts';
import { querySyntaxPage } from './query-syntax.ts';
import { thesaurusFormatPage } from './thesaurus-format.ts';
import { urlParametersPage } from './url-parameters.ts';

/** Folder of the reference pages of the documentation site. */
export const REFERENCE_FOLDER = new URL('../src/content/docs/reference/', import.meta.url);

/** Served by the documentation site. */
const SCHEMA_FILE = new URL('../public/backends.schema.json', import.meta.url);

export async function referencePages(): Promise<Page[]> {
  return [
    backendsFilePage(),
    commandLinePage(),
    configurationPage(),
    customPropertiesPage(),
    await documentFormatPage(),
    ...elementPages(),
    environmentPage(),
    languagesPage(),
    limitsPage(),
    metricsPage(),
    ...operationPages(),
    problemsPage(),
    querySyntaxPage(),
    thesaurusFormatPage(),
    urlParametersPage(),
  ];
}

/** Paths and contents of all generated files. */
export async function generatedFiles(): Promise<[path: URL, text: string][]> {
  const pages = await referencePages();
  const files = pages.map((page): [URL, string] => [
    new URL(`${page.name}.md`, REFERENCE_FOLDER),
    markdown(page),
  ]);
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...BackendsFile };
  return [...files, [SCHEMA_FILE, `${JSON.stringify(schema, null, 2)}\n`]];
}
