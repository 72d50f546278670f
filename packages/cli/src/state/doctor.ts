/** `semantic-search doctor`: checks all stored state for damage and reports it. */
import { diagnose } from '@semantic-search/server/backup';
import { makeDataDirectory, requireDataDirectory } from '@semantic-search/server/filesystem';
import { loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { withDatabase } from './backup.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the data directory and the database; exits with 1 if anything is damaged')
    .action(async () => {
      const settings = loadSettings();
      const { dataDirectory, databaseUrl } = settings;
      // With a database, the directory is optional.
      await (databaseUrl === null ? requireDataDirectory : makeDataDirectory)(dataDirectory);
      const findings = await withDatabase(settings, (database) => diagnose(dataDirectory, database)).catch(
        (error) => {
          if (databaseUrl === null) throw error;
          // The database cannot be reached.
          return diagnose(dataDirectory, { read: () => Promise.reject(error) });
        },
      );
      for (const { part, state, message } of findings) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (findings.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}
