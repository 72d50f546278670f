/** `semantic-search serve`: runs the server, fills it on a first start, and says where to look. */
import { Command } from 'commander';
import { loadSettings, type Running, type ServerSettings, serve } from '../main.ts';
import { seedDemo } from './seed-demo.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the server; settings come from the environment (PORT, HOST, DATA_DIR, …)')
    .option('--demo <folder>', 'fill an empty data directory from this folder and show its pages at /demo/')
    .action(async ({ demo }: { demo?: string }) => {
      const given = loadSettings(demo ? { DEMO_DIR: demo } : {}, quietOnTerminal());
      const serving = await serve(given);
      try {
        if (serving.ending) return;
        const { fresh } = serving.server;
        if (fresh && given.demoDirectory !== null) await seedDemo(serving.server, given.demoDirectory);
        await sayWhereToLook(serving.server, given);
      } catch (error) {
        // Ctrl-C breaks the filling off, which is no failure: the next start fills anew.
        const wanted = serving.ending;
        await serving.close();
        if (!wanted) throw error;
      }
    });
}

/** A person at a terminal wants the addresses, not a line for every request. */
function quietOnTerminal(): Record<string, string> {
  return process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
}

const day = 24 * 3600;
const scopes = ['search', 'configurations:read'] as const;

async function sayWhereToLook({ url, issuer }: Running, { demoDirectory, publicUrl }: ServerSettings) {
  const base = publicUrl?.origin ?? url;
  const lines = [
    '',
    `  Search         ${base}/`,
    `  Editor         ${base}/editor`,
    ...(demoDirectory === null ? [] : [`  Pages          ${base}/demo/`]),
    `  API            ${base}/docs`,
    '',
    `  A token to try the API with, good for a day (${scopes.join(', ')}):`,
    '',
    `  ${await tokenOrHow(issuer)}`,
    '',
    `  curl -H "Authorization: Bearer <token>" ${base}/api/configurations/active`,
    '',
  ];
  console.log(lines.join('\n'));
}

/** What is no terminal is kept as a log, where no token may lie about. */
async function tokenOrHow(issuer: Running['issuer']): Promise<string> {
  if (!process.stdout.isTTY) return `semantic-search token --expires 1d --scope "${scopes.join(' ')}"`;
  return (await issuer.access({ subject: 'first look', scopes, lifetime: day })).token;
}
