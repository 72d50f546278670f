/** The command line: the program `semantic-search` and its commands. */
import { Command } from 'commander';
import { crawlCommand } from './crawl.ts';
import { deleteSpaceCommand } from './delete-space.ts';
import { deprecatedAlias } from './deprecation.ts';
import { doctorCommand } from './doctor.ts';
import { dumpCommand } from './dump.ts';
import { embedCommand } from './embed.ts';
import { evaluateCommand } from './evaluate.ts';
import { harvestCommand } from './harvest.ts';
import { ingestCommand } from './ingest.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { restoreCommand } from './restore.ts';
import { rollbackCommand } from './rollback.ts';
import { serveCommand } from './serve.ts';
import { settingsCommand } from './settings.ts';
import { sourcesCommand } from './sources.ts';
import { thesaurusCommand } from './thesaurus.ts';
import { tokenCommand } from './token.ts';
import { trainCommand } from './train.ts';

export const program = new Command('semantic-search')
  .description(
    'Embeddable semantic search: run the server and manage configurations, tokens and search spaces',
  )
  .showHelpAfterError('Run semantic-search --help for a list of commands.')
  .addCommand(serveCommand())
  .addCommand(tokenCommand())
  .addCommand(embedCommand())
  .addCommand(ingestCommand())
  .addCommand(crawlCommand())
  .addCommand(harvestCommand())
  .addCommand(sourcesCommand())
  .addCommand(thesaurusCommand())
  .addCommand(trainCommand())
  .addCommand(evaluateCommand())
  .addCommand(settingsCommand())
  .addCommand(keysCommand())
  .addCommand(dumpCommand())
  .addCommand(restoreCommand())
  .addCommand(rollbackCommand())
  .addCommand(deprecatedAlias(rollbackCommand('go-back'), 'rollback'), { hidden: true })
  .addCommand(deleteSpaceCommand())
  .addCommand(doctorCommand())
  .addCommand(migrateCommand());
