/** `semantic-search thesaurus`: adds, lists and removes parts of the thesaurus of a search space. */

import { isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract';
import { environmentVariable, loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { openSearchSpace } from '../connections/open-search-space.ts';
import { type SpaceTarget, serverSpaceClient } from '../connections/server-space-client.ts';
import type { ThesaurusFileOptions } from './thesaurus-file.ts';

interface TargetOptions {
  space: string;
  /** URL of a remote server. */
  server?: string;
}

interface AddOptions extends TargetOptions, ThesaurusFileOptions {
  part?: string;
}

export function thesaurusCommand(): Command {
  const thesaurus = new Command('thesaurus').description(
    'Thesauri and synonyms of a search space, in named parts that do not change one another',
  );
  addTargetOptions(thesaurus.command('add'))
    .description(
      'Add or replace a part: SKOS (.ttl, .rdf, .nt, .jsonld) or synonyms (.csv, .txt of Solr, .json of Algolia, Meilisearch or Typesense); .gz too',
    )
    .argument('<file>', 'file or address')
    .option('--part <name>', 'name of the part; by default synonyms, or the file name without its ending')
    .option('--allow-private-networks', 'allow loopback and private addresses')
    .action(add);
  addTargetOptions(thesaurus.command('list')).description('List the parts with their licenses').action(list);
  addTargetOptions(thesaurus.command('remove'))
    .description('Remove a part; other parts and the documents stay')
    .argument('<part>', 'name of the part')
    .action(remove);
  addTargetOptions(thesaurus.command('categories'))
    .description(
      'Build the part categories from breadcrumbs and paths of the documents; crawl does it by itself',
    )
    .action(categories);
  return thesaurus;
}

function addTargetOptions(command: Command): Command {
  return command
    .requiredOption('--space <name>', 'name of the search space')
    .option(
      '--server <url>',
      'change a space of this server, with the token in SEARCH_TOKEN; needs no data directory',
    );
}

async function add(file: string, options: AddOptions): Promise<void> {
  const { space, part: chosen } = options;
  if (chosen !== undefined && !isSpaceName(chosen)) throw new Error(`Invalid --part: use ${SPACE_NAME_RULE}`);
  // Loaded late, because the server does not need it.
  const { openThesaurusFile, SYNONYM_PART } = await import('./thesaurus-file.ts');
  const { part: own, mediaType, content, warnings } = await openThesaurusFile(file, options);
  const part = chosen ?? own;
  const target = await openTarget(options, true);
  const report = await target.replaceThesaurus(content, mediaType, part).finally(() => target.close());
  const { concepts, labels, languages } = report;
  const inLanguages = languages.length > 0 ? ` in ${languages.join(', ')}` : '';
  console.log(`${space}: part ${part}: ${concepts} concepts, ${labels} labels${inLanguages}`);
  // The owner's synonyms have none.
  if (own !== SYNONYM_PART) console.log(`license: ${report.license ?? 'not stated in the file'}`);
  for (const warning of [...warnings, ...report.warnings]) console.error(`${file}: ${warning}`);
  if (warnings.length > 0) process.exitCode = 2;
}

async function list(options: TargetOptions): Promise<void> {
  const target = await openTarget(options, false);
  const parts = await target.thesauri().finally(() => target.close());
  for (const { name, concepts, written, title, license } of parts) {
    const time = written === null ? '-' : new Date(written).toISOString();
    console.log([name, `${concepts} concepts`, time, title ?? '-', license ?? '-'].join('\t'));
  }
}

async function remove(part: string, options: TargetOptions): Promise<void> {
  const target = await openTarget(options, false);
  const wasThere = await target.removeThesaurus(part).finally(() => target.close());
  if (!wasThere) throw new Error(`The thesaurus of ${options.space} has no part ${part}`);
  console.log(`${options.space}: removed the part ${part}`);
}

async function categories(options: TargetOptions): Promise<void> {
  const target = await openTarget(options, false);
  const { concepts, changed } = await target.buildCategories().finally(() => target.close());
  console.log(`${options.space}: ${concepts} categories${changed ? '' : ', as before'}`);
}

async function openTarget({ space, server }: TargetOptions, create: boolean): Promise<SpaceTarget> {
  if (server === undefined) return openSearchSpace(loadSettings(), space, create);
  const token = environmentVariable('SEARCH_TOKEN');
  if (!token) throw new Error('--server requires a token with the scope spaces:write in SEARCH_TOKEN');
  return serverSpaceClient(server.replace(/\/$/, ''), token, space);
}
