/** Runs the server of the command line, seeds demo data on the first start and prints the URLs. */
import { roles } from '@semantic-search/contract';
import { isManualBuilt, type Running, seedDemo, serve } from '@semantic-search/server/run';
import type { ServerSettings } from '@semantic-search/server/settings';
import { signInLink } from '../access/sign-in.ts';
import { ownCommand } from '../own-command.ts';
import { startScheduler } from './scheduler.ts';

/** Resolves when the server listens and the URLs are printed. Throws if the server cannot start. */
export async function runServer(settings: ServerSettings): Promise<void> {
  const serving = await serve(settings, startScheduler);
  try {
    if (serving.ending) return;
    if (serving.server.isFresh && settings.demoDirectory !== null)
      await seedDemo(serving.server, settings.demoDirectory);
    await printUrls(serving.server, settings);
  } catch (error) {
    // Ctrl-C during seeding is not a failure: the next start seeds again.
    const isInterrupted = serving.ending;
    await serving.close();
    if (!isInterrupted) throw error;
  }
}

async function printUrls({ url, issuer }: Running, { demoDirectory, publicUrl }: ServerSettings) {
  const baseUrl = publicUrl?.origin ?? url;
  const lines = [
    '',
    `  Search         ${baseUrl}/`,
    `  Studio         ${baseUrl}/studio`,
    ...(demoDirectory === null ? [] : [`  Pages          ${baseUrl}/demo/`]),
    `  API            ${baseUrl}/docs`,
    ...(isManualBuilt() ? [`  Manual         ${baseUrl}/manual/`] : []),
    '',
    '  Sign in to the studio, once and within 15 minutes:',
    '',
    `  ${await linkOrCommand(issuer, baseUrl)}`,
    '',
    `  A token for the API: ${ownCommand('token --expires 1d --scope "search configurations:read"')}`,
    '',
  ];
  console.log(lines.join('\n'));
}

/** A sign-in link at a terminal; else the command for one, because a log must not contain a code. */
async function linkOrCommand(issuer: Running['issuer'], baseUrl: string): Promise<string> {
  if (!process.stdout.isTTY) return ownCommand('sign-in');
  const { token } = await issuer.code({ subject: 'administrator', scopes: roles.administrator });
  return signInLink(baseUrl, token);
}
