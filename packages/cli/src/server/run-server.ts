/** Runs the server of the command line, seeds demo data on the first start and prints the URLs. */
import { roles } from '@semantic-search/contract';
import { isManualBuilt, type Running, seedDemo, serve } from '@semantic-search/server/run';
import type { ServerSettings } from '@semantic-search/server/settings';
import { signInLink } from '../access/sign-in.ts';
import { ownCommand } from '../own-command.ts';
import { startScheduler } from './scheduler.ts';

export async function runServer(settings: ServerSettings): Promise<void> {
  const serving = await serve(settings, startScheduler);
  try {
    if (serving.ending) return;
    const { isFresh } = serving.server;
    if (isFresh && settings.demoDirectory !== null) await seedDemo(serving.server, settings.demoDirectory);
    await printUrls(serving.server, settings);
  } catch (error) {
    // Ctrl-C during seeding is not a failure: the next start seeds again.
    const interrupted = serving.ending;
    await serving.close();
    if (!interrupted) throw error;
  }
}

async function printUrls({ url, issuer }: Running, { demoDirectory, publicUrl }: ServerSettings) {
  const base = publicUrl?.origin ?? url;
  const lines = [
    '',
    `  Search         ${base}/`,
    `  Studio         ${base}/studio`,
    ...(demoDirectory === null ? [] : [`  Pages          ${base}/demo/`]),
    `  API            ${base}/docs`,
    ...(isManualBuilt() ? [`  Manual         ${base}/manual/`] : []),
    '',
    '  Sign in to the studio, once and within 15 minutes:',
    '',
    `  ${await linkOrCommand(issuer, base)}`,
    '',
    `  A token for the API: ${ownCommand('token --expires 1d --scope "search configurations:read"')}`,
    '',
  ];
  console.log(lines.join('\n'));
}

/** Output that is not a terminal may be stored as a log, which must not contain a code. */
async function linkOrCommand(issuer: Running['issuer'], base: string): Promise<string> {
  if (!process.stdout.isTTY) return ownCommand('sign-in');
  const { token } = await issuer.code({ subject: 'administrator', scopes: roles.administrator });
  return signInLink(base, token);
}
