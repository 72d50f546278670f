/** `semantic-search thesaurus`: adds, lists and removes parts of the thesaurus of a search space. */

import {
  ApiError,
  buildCategories,
  listThesauri,
  removeThesaurusPart,
  replaceThesaurusPart,
} from '@semantic-search/client';
import { isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract';
import { Command } from 'commander';
import { connect, SERVER_OPTION } from '../connections/connect.ts';
import { uploadStream } from '../connections/patient-fetch.ts';
import { uploadProgress } from '../options/progress.ts';
import { openThesaurusFile, SYNONYM_PART, type ThesaurusFileOptions } from './thesaurus-file.ts';

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
  return command.requiredOption('--space <name>', 'name of the search space').option(...SERVER_OPTION);
}

async function add(file: string, options: AddOptions): Promise<void> {
  const { space, part: chosen } = options;
  if (chosen !== undefined && !isSpaceName(chosen)) throw new Error(`Invalid --part: use ${SPACE_NAME_RULE}`);
  const { part: own, mediaType, content, warnings } = await openThesaurusFile(file, options);
  const part = chosen ?? own;
  const connection = await connect(['spaces:write'], options.server);
  const progress = uploadProgress(`${space}: part ${part}`);
  const body = uploadStream(progress.through(content));
  const report = await replaceThesaurusPart(connection, space, part, body, mediaType).finally(progress.stop);
  const { concepts, labels, languages } = report;
  const inLanguages = languages.length > 0 ? ` in ${languages.join(', ')}` : '';
  console.log(`${space}: part ${part}: ${concepts} concepts, ${labels} labels${inLanguages}`);
  // The owner's synonyms have none.
  if (own !== SYNONYM_PART) console.log(`license: ${report.license ?? 'not stated in the file'}`);
  for (const warning of [...warnings, ...report.warnings]) console.error(`${file}: ${warning}`);
  if (warnings.length > 0) process.exitCode = 2;
}

async function list({ space, server }: TargetOptions): Promise<void> {
  const { thesauri } = await listThesauri(await connect(['spaces:write'], server), space);
  for (const { name, concepts, written, title, license } of thesauri)
    console.log([name, `${concepts} concepts`, written ?? '-', title ?? '-', license ?? '-'].join('\t'));
}

async function remove(part: string, { space, server }: TargetOptions): Promise<void> {
  await removeThesaurusPart(await connect(['spaces:write'], server), space, part).catch((error) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    throw new Error(`The thesaurus of ${space} has no part ${part}`);
  });
  console.log(`${space}: removed the part ${part}`);
}

async function categories({ space, server }: TargetOptions): Promise<void> {
  const { concepts, changed } = await buildCategories(await connect(['spaces:write'], server), space);
  console.log(`${space}: ${concepts} categories${changed ? '' : ', as before'}`);
}
