/** `semantic-search start`: starts workers for the search spaces, then the server. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startWorkersFor } from '@semantic-search/engine/worker-pool';
import { demoFolder, loadSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';

export function startCommand(): Command {
  return new Command('start')
    .alias('serve')
    .description('Run the server, configured by environment variables (PORT, HOST, DATA_DIR, …)')
    .option(
      '--demo [folder]',
      'load the Field guide, or the content of this folder, into an empty data directory and serve its pages at /demo/',
    )
    .action(async ({ demo }: { demo?: string | true }) => {
      // `--demo` without a value stands for the Field guide.
      const folder = demo === true ? demoFolder() : demo;
      // At a terminal, a log of requests would hide the URLs.
      const defaults: Record<string, string> = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
      const settings = await loadSettings(folder ? { DEMO_DIR: folder } : {}, defaults);
      // `listSpaces` would load the engine before the workers start.
      const spaces = await readdir(join(settings.dataDirectory, 'spaces')).catch(() => []);
      startWorkersFor(spaces.length);
      // Imported now, while the workers load their code.
      await (await import('./run-server.ts')).runServer(settings);
    });
}
