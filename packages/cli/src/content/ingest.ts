/** `semantic-search ingest`: imports a thesaurus and documents from files. */

import { join } from 'node:path';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { openSearchSpace } from '../connections/open-search-space.ts';
import { ingestCheckpoints } from './ingest-checkpoint.ts';
import { type IngestOptions, ingestFiles } from './ingest-files.ts';

export function ingestCommand(): Command {
  return new Command('ingest')
    .description(
      'Load a thesaurus and documents into a search space; an interrupted run resumes where it stopped',
    )
    .requiredOption('--space <name>', 'name of the search space; created if it does not exist')
    .option(
      '--thesaurus <file>',
      'SKOS as .ttl, .turtle, .rdf, .xml, .owl, .nt, .jsonld or .json; replaces the existing thesaurus',
    )
    .option('--documents <file>', 'documents as .ndjson, .jsonl or .csv; added or replaced by ID')
    .action(async (options: IngestOptions) => {
      if (!options.thesaurus && !options.documents)
        throw new Error('Specify --thesaurus, --documents or both');
      const settings = loadSettings();
      const target = await openSearchSpace(settings, options.space, true);
      const checkpoint = ingestCheckpoints(join(settings.dataDirectory, 'ingest'), options.space);
      const report = await ingestFiles(target, options, checkpoint).finally(() => target.close());
      if (report.refused > 0) process.exitCode = 2;
    });
}
