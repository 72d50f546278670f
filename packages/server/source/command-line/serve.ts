/** `semantic-search serve`: runs the server, fills it on a first start, and says where to look. */
import { Command } from 'commander';
import { type Running, type ServerSettings, serve, settings } from '../main.ts';
import { fillFirstStart } from './first-start.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the server; settings come from the environment (PORT, HOST, DATA_DIR, …)')
    .option('--demo <folder>', 'fill an empty data directory from this folder and show its pages at /demo/')
    .action(async ({ demo }: { demo?: string }) => {
      const given = settings(demo ? { DEMO_DIR: demo } : {}, quietOnTerminal());
      const running = await serve(given);
      try {
        if (running.ending) return;
        if (running.fresh && given.demoDirectory !== null) await fillFirstStart(running, given.demoDirectory);
        await sayWhereToLook(running, given);
      } catch (error) {
        // Ctrl-C breaks the filling off, which is no failure: the next start fills anew.
        const wanted = running.ending;
        await running.close();
        if (!wanted) throw error;
      }
    });
}

/** A person at a terminal wants the addresses, not a line for every request. */
function quietOnTerminal(): Record<string, string> {
  return process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
}

const day = 24 * 3600;

async function sayWhereToLook({ url, issuer }: Running, { demoDirectory, publicUrl }: ServerSettings) {
  const base = publicUrl?.origin ?? url;
  const wish = { subject: 'first look', scopes: ['search', 'configurations:read'] as const, lifetime: day };
  const { token } = await issuer.access(wish);
  const lines = [
    '',
    `  Search         ${base}/`,
    `  Editor         ${base}/editor`,
    ...(demoDirectory === null ? [] : [`  Pages          ${base}/demo/`]),
    `  API            ${base}/docs`,
    '',
    '  A token to try the API with, good for a day (search, configurations:read):',
    '',
    `  ${token}`,
    '',
    `  curl -H "Authorization: Bearer <token>" ${base}/api/configurations/active`,
    '',
  ];
  console.log(lines.join('\n'));
}
