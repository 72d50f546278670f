/** `semantic-search embed`: prints the HTML of a configuration with a publishable token. */

import { embedSnippet, type SpaceList } from '@semantic-search/contract';
import type { TokenIssuer } from '@semantic-search/server/auth';
import { publishedAddress } from '@semantic-search/server/filesystem';
import { builtWidgets, pinnedWidgets, urlOf } from '@semantic-search/server/run';
import { loadSettings, type ServerSettings } from '@semantic-search/server/settings';
import { Command } from 'commander';
import { requestJson } from '../connections/request-json.ts';
import { storedConfigurations } from '../connections/stored-configurations.ts';
import { collect } from '../options/collect.ts';
import { positiveInteger } from '../options/positive-integer.ts';
import { lifetimeOption } from './lifetime.ts';
import { openTokenAuthority } from './token.ts';

const CREATE_SCOPES = ['configurations:read', 'configurations:write'] as const;
const CREATE_LIFETIME_SECONDS = 60;

interface EmbedOptions {
  configuration?: number;
  space?: string;
  origin: string[];
  expires: number;
  name?: string;
  url?: string;
  /** False with `--no-integrity`. */
  integrity: boolean;
}

export function embedCommand(): Command {
  return new Command('embed')
    .description(
      'Print everything that a page needs: a publishable token, its expiry, and the HTML with the integrity of the script',
    )
    .option('--configuration <id>', 'ID of the configuration', positiveInteger)
    .option(
      '--space <name>',
      'search space instead of the ID; a running server creates a missing configuration',
    )
    .requiredOption(
      '--origin <url>',
      'origin of the page, such as https://www.example.org; repeatable',
      collectFirst,
    )
    .addOption(lifetimeOption('lifetime of the token, such as 30d, 12h or 15m', '365d'))
    .option('--name <name>', 'name of the token in lists; the first origin by default')
    .option(
      '--url <url>',
      'public URL of the server; by default PUBLIC_URL, also of a running server, or where it listens',
    )
    .option('--no-integrity', 'load the current script of the server instead of pinning this version')
    .action(async (options: EmbedOptions) => {
      const settings = loadSettings(options.url ? { PUBLIC_URL: options.url } : {});
      const { issuer } = await openTokenAuthority(settings);
      const { origin: origins } = options;
      const configuration = await configurationOf(options, settings, issuer);
      const title = await titleOf(configuration, settings);
      const base = await baseUrl(settings);
      const script = await scriptOf(base, options.integrity);
      const name = options.name ?? origins[0]!;
      const request = { name, configurations: [configuration], origins, lifetime: options.expires };
      const { token, expires } = await issuer.publishable(request);
      for (const warning of doubtsAbout(base, origins)) console.error(`Warning: ${warning}`);
      console.error(`Configuration ${configuration}: ${title}`);
      console.error(`Token for ${origins.join(', ')}, valid until ${expires}:\n${token}\n`);
      console.log(embedSnippet({ configuration, token, ...script }));
    });
}

const collectFirst = (text: string, previous: string[] = []): string[] => collect(text, previous);

async function configurationOf(
  { configuration, space }: EmbedOptions,
  settings: ServerSettings,
  issuer: TokenIssuer,
): Promise<number> {
  if (configuration !== undefined) return configuration;
  if (space === undefined) throw new Error('Specify --configuration or --space');
  const configurations = await storedConfigurations(settings);
  const found = [...configurations].find(([, { config }]) => config.searchSpace === space);
  return found ? found[0] : createConfiguration(space, settings, issuer);
}

/** The server derives the settings from the documents of the space. */
async function createConfiguration(
  space: string,
  { dataDirectory }: ServerSettings,
  issuer: TokenIssuer,
): Promise<number> {
  const address = await publishedAddress(dataDirectory);
  if (address === null)
    throw new Error(`No configuration uses the search space ${space}; start the server to create one`);
  const grant = { subject: 'command line', scopes: CREATE_SCOPES, lifetime: CREATE_LIFETIME_SECONDS };
  const { token } = await issuer.access(grant);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { spaces } = await requestJson<SpaceList>(`${address.url}/api/spaces`, { headers });
  const names = spaces.map(({ name }) => name);
  if (!names.includes(space))
    throw new Error(`Search space "${space}" not found; available: ${names.join(', ') || 'none'}`);
  const body = JSON.stringify({ config: { title: space, searchSpace: space, visible: true } });
  const url = `${address.url}/api/configurations`;
  return Number((await requestJson<{ id: string }>(url, { method: 'POST', headers, body })).id);
}

async function titleOf(id: number, settings: ServerSettings): Promise<string> {
  const configurations = await storedConfigurations(settings);
  const found = configurations.get(id);
  if (found) return found.config.title;
  const known = [...configurations.keys()].join(', ') || 'none';
  throw new Error(`Configuration ${id} does not exist; available: ${known}`);
}

async function baseUrl(settings: ServerSettings): Promise<string> {
  if (settings.publicUrl) return settings.publicUrl.origin;
  const address = await publishedAddress(settings.dataDirectory);
  return address?.publicUrl ?? address?.url ?? urlOf(settings, settings.port);
}

/** The server serves the same build, so the command also works while it is stopped. */
async function scriptOf(base: string, isPinned: boolean) {
  const { script, integrity } = pinnedWidgets(await builtWidgets());
  if (script === null) throw new Error('The widgets are not built; run "npx pnpm@12 build"');
  return isPinned
    ? { script: base + script, integrity: integrity[script]! }
    : { script: `${base}/widget.js`, integrity: null };
}

/** Pages on other machines cannot load a script from the loopback address of the server. */
function doubtsAbout(base: string, origins: readonly string[]): string[] {
  const isLocal = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  if (!isLocal(base) || origins.every(isLocal)) return [];
  return [`visitors cannot reach ${base}; set PUBLIC_URL, or use --url with the public URL of the server`];
}
