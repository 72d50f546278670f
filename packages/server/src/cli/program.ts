/** The command line: `semantic-search serve | token | keys | ingest | train | dump | restore | go-back | delete-space | doctor | migrate`. */
import { Command } from 'commander';
import { deleteSpaceCommand } from './delete-space.ts';
import { doctorCommand } from './doctor.ts';
import { dumpCommand } from './dump.ts';
import { ingestCommand } from './ingest.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { restoreCommand } from './restore.ts';
import { rollbackCommand } from './rollback.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { trainCommand } from './train.ts';

export const program = new Command('semantic-search')
  .description('Embeddable semantic search: configurations, tokens and search spaces')
  .showHelpAfterError('(semantic-search --help shows what there is)')
  .addCommand(serveCommand())
  .addCommand(tokenCommand())
  .addCommand(ingestCommand())
  .addCommand(trainCommand())
  .addCommand(keysCommand())
  .addCommand(dumpCommand())
  .addCommand(restoreCommand())
  .addCommand(rollbackCommand())
  .addCommand(deleteSpaceCommand())
  .addCommand(doctorCommand())
  .addCommand(migrateCommand());
