/** `semantic-search embed`: prints the HTML of a configuration with a publishable token. */
import { embedSnippet } from '@semantic-search/contract';
import { Command } from 'commander';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { loadSettings, type ServerSettings } from '../main.ts';
import { builtWidgets } from '../pages/open-pages.ts';
import { pinnedWidgets } from '../pages/pinned-widgets.ts';
import { urlOf } from '../server.ts';
import { lifetime } from './lifetime.ts';
import { positiveInteger } from './positive-integer.ts';
import { storedConfigurations } from './stored-configurations.ts';
import { collect, openTokenAuthority } from './token.ts';

interface EmbedOptions {
  configuration: number;
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
    .requiredOption('--configuration <id>', 'ID of the configuration', positiveInteger)
    .requiredOption(
      '--origin <url>',
      'origin of the page, such as https://www.example.org; repeatable',
      collectFirst,
    )
    .option('--expires <time>', 'lifetime of the token, such as 30d, 12h or 15m', lifetime, lifetime('365d'))
    .option('--name <name>', 'name of the token in lists; the first origin by default')
    .option('--url <url>', 'public URL of the server; by default PUBLIC_URL, or where the server listens')
    .option('--no-integrity', 'load the current script of the server instead of pinning this version')
    .action(async (options: EmbedOptions) => {
      const settings = loadSettings(options.url ? { PUBLIC_URL: options.url } : {});
      const { issuer } = await openTokenAuthority(settings);
      const { configuration, origin: origins } = options;
      const title = await titleOf(configuration, settings);
      const base = await baseUrl(settings);
      const script = await scriptOf(base, options.integrity);
      const name = options.name ?? origins[0]!;
      const wish = { name, configurations: [configuration], origins, lifetime: options.expires };
      const { token, expires } = await issuer.publishable(wish);
      for (const warning of doubtsAbout(base, origins)) console.error(`Warning: ${warning}`);
      console.error(`Configuration ${configuration}: ${title}`);
      console.error(`Token for ${origins.join(', ')}, valid until ${expires}:\n${token}\n`);
      console.log(embedSnippet({ configuration, token, ...script }));
    });
}

const collectFirst = (text: string, previous: string[] = []): string[] => collect(text, previous);

async function titleOf(id: number, settings: ServerSettings): Promise<string> {
  const configurations = await storedConfigurations(settings);
  const found = configurations.get(id);
  if (found) return found.config.title;
  const known = [...configurations.keys()].join(', ') || 'none';
  throw new Error(`Configuration ${id} does not exist; available: ${known}`);
}

async function baseUrl(settings: ServerSettings): Promise<string> {
  if (settings.publicUrl) return settings.publicUrl.origin;
  return (await publishedAddress(settings.dataDirectory))?.url ?? urlOf(settings, settings.port);
}

/** The server serves the same build, so the command also works while it is stopped. */
async function scriptOf(base: string, isPinned: boolean) {
  const { script, integrity } = pinnedWidgets(await builtWidgets());
  if (script === null) throw new Error('The widgets are not built; run "npx pnpm@12 build"');
  return isPinned
    ? { script: base + script, integrity: integrity[script]! }
    : { script: `${base}/widget.js`, integrity: null };
}

/** Pages elsewhere cannot load a script from the loopback address of the server. */
function doubtsAbout(base: string, origins: readonly string[]): string[] {
  const isLocal = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  if (!isLocal(base) || origins.every(isLocal)) return [];
  return [`visitors cannot reach ${base}; set PUBLIC_URL, or use --url with the public URL of the server`];
}
