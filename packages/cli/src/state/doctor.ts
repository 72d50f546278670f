/** `semantic-search doctor`: checks all stored state for damage and reports it. */
import { diagnose, type Finding } from '@semantic-search/server/backup';
import { openRemoteBackends } from '@semantic-search/server/content';
import { makeDataDirectory, requireDataDirectory } from '@semantic-search/server/filesystem';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { withDatabase } from '../connections/with-database.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check the data directory, the database and remote search spaces; exits with 1 if anything is damaged',
    )
    .action(async () => {
      const settings = loadSettings();
      const { dataDirectory, databaseUrl } = settings;
      // With a database, the directory is optional.
      await (databaseUrl === null ? requireDataDirectory : makeDataDirectory)(dataDirectory);
      const findings = [...(await diagnoseState(settings)), ...(await diagnoseRemoteSpaces(settings))];
      for (const { part, state, message } of findings) console.log(`${state.padEnd(8)}  ${part}: ${message}`);
      if (findings.some(({ state }) => state === 'damaged')) process.exitCode = 1;
    });
}

function diagnoseState(settings: ServerSettings): Promise<Finding[]> {
  const { dataDirectory, databaseUrl } = settings;
  return withDatabase(settings, (database) => diagnose(dataDirectory, database)).catch((error) => {
    if (databaseUrl === null) throw error;
    // The database cannot be reached.
    return diagnose(dataDirectory, { read: () => Promise.reject(error) });
  });
}

/** Checks only that remote services respond: their own tools check their data. */
async function diagnoseRemoteSpaces(settings: ServerSettings): Promise<Finding[]> {
  const backends = await openRemoteBackends(settings);
  return Promise.all(
    settings.remoteSpaces.map(async ({ name, backend: kind }): Promise<Finding> => {
      const part = `search space ${name} (${kind})`;
      const backend = backends.get(name)!;
      try {
        const described = await (await backend.space(name))?.describe();
        return described
          ? { part, state: 'good', message: `reachable, ${described.documents} documents` }
          : { part, state: 'doubtful', message: 'reachable, but empty' };
      } catch (error) {
        return { part, state: 'doubtful', message: (error as Error).message };
      } finally {
        await backend.close();
      }
    }),
  );
}
