/** `semantic-search ingest`: imports a thesaurus and documents from files. */

import { join } from 'node:path';
import { isSpaceName } from '@semantic-search/contract';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { connect, INVALID_SPACE_NAME, SERVER_OPTION } from '../connections/connect.ts';
import { ingestCheckpoints, noCheckpoint } from './ingest-checkpoint.ts';
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
    .option(...SERVER_OPTION)
    .action(async (options: IngestOptions & { server?: string }) => {
      if (!options.thesaurus && !options.documents)
        throw new Error('Specify --thesaurus, --documents or both');
      const { space, server } = options;
      if (!isSpaceName(space)) throw new Error(INVALID_SPACE_NAME);
      const connection = await connect(['spaces:write'], server);
      const checkpoint =
        server === undefined
          ? ingestCheckpoints(join(loadSettings().dataDirectory, 'ingest'), space)
          : noCheckpoint;
      const report = await ingestFiles(connection, options, checkpoint);
      if (report.refused > 0) process.exitCode = 2;
    });
}
