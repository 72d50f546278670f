/** Runs the server of the command line, seeds demo data on the first start and prints the URLs. */
import { isManualBuilt, type Running, seedDemo, serve } from '@semantic-search/server/run';
import type { ServerSettings } from '@semantic-search/server/settings';
import { ownCommand } from '../own-command.ts';
import { startScheduler } from './scheduler.ts';

export async function runServer(settings: ServerSettings): Promise<void> {
  const serving = await serve(settings, startScheduler);
  try {
    if (serving.ending) return;
    const { fresh } = serving.server;
    if (fresh && settings.demoDirectory !== null) await seedDemo(serving.server, settings.demoDirectory);
    await printUrls(serving.server, settings);
  } catch (error) {
    // Ctrl-C during seeding is not a failure: the next start seeds again.
    const interrupted = serving.ending;
    await serving.close();
    if (!interrupted) throw error;
  }
}

const TOKEN_LIFETIME_SECONDS = 24 * 3600;
/** Everything that the editor needs. */
const scopes = ['search', 'configurations:read', 'configurations:write', 'tokens:write'] as const;

async function printUrls({ url, issuer }: Running, { demoDirectory, publicUrl }: ServerSettings) {
  const base = publicUrl?.origin ?? url;
  const lines = [
    '',
    `  Search         ${base}/`,
    `  Editor         ${base}/editor`,
    ...(demoDirectory === null ? [] : [`  Pages          ${base}/demo/`]),
    `  API            ${base}/docs`,
    ...(isManualBuilt() ? [`  Manual         ${base}/manual/`] : []),
    '',
    `  A token for the editor and the API, valid for one day (${scopes.join(', ')}):`,
    '',
    `  ${await tokenOrCommand(issuer)}`,
    '',
    `  curl -H "Authorization: Bearer <token>" ${base}/api/configurations/active`,
    '',
  ];
  console.log(lines.join('\n'));
}

/** Output that is not a terminal may be stored as a log, which must not contain a token. */
async function tokenOrCommand(issuer: Running['issuer']): Promise<string> {
  if (!process.stdout.isTTY) return ownCommand(`token --expires 1d --scope "${scopes.join(' ')}"`);
  return (await issuer.access({ subject: 'first look', scopes, lifetime: TOKEN_LIFETIME_SECONDS })).token;
}
