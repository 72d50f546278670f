/** `semantic-search ingest`: content from files, through the running server when one holds the data directory. */
import { join } from 'node:path';
import { Command } from 'commander';
import { loadSettings } from '../main.ts';
import { ingestCheckpoints } from './ingest-checkpoint.ts';
import { type IngestOptions, ingestFiles } from './ingest-files.ts';
import { openTarget } from './open-search-space.ts';

export function ingestCommand(): Command {
  return new Command('ingest')
    .description(
      'Take a thesaurus and documents into a search space; an interrupted run goes on where it was',
    )
    .requiredOption('--space <name>', 'the search space; made when there is none')
    .option('--thesaurus <file>', 'SKOS as .ttl, .rdf, .nt or .jsonld; replaces the one that is there')
    .option('--documents <file>', 'documents as .ndjson or .csv; adds or replaces by id')
    .action(async (wish: IngestOptions) => {
      if (!wish.thesaurus && !wish.documents) throw new Error('Give --thesaurus, --documents or both');
      const given = loadSettings();
      const target = await openTarget(given, wish.space, true);
      const bookmark = ingestCheckpoints(join(given.dataDirectory, 'ingest'), wish.space);
      const report = await ingestFiles(target, wish, bookmark).finally(() => target.close());
      if (report.refused > 0) process.exitCode = 2;
    });
}
