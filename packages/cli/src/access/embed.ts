/** `semantic-search embed`: prints the HTML of a configuration with a publishable token. */
import { isDeepStrictEqual } from 'node:util';
import { createConfiguration, issueToken, listConfigurations } from '@semantic-search/client';
import type { DocumentScope } from '@semantic-search/contract';
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { Command } from 'commander';
import { connect, requireSpace, type ServerConnection } from '../connections/connect.ts';
import { expiryOption, positiveInteger, scopeRule, textList } from '../options/parsers.ts';

interface EmbedOptions {
  configuration?: number;
  space?: string;
  scope?: DocumentScope;
  origin: string[];
  /** Lifetime of the token in seconds; the option is `--expires`. */
  expires: number;
  /** False with `--no-integrity`. */
  integrity: boolean;
}

export function embedCommand(): Command {
  return new Command('embed')
    .description('Print what a page needs: a publishable token and the HTML, with expiry and checksum')
    .option('--configuration <id>', 'ID of the configuration', positiveInteger)
    .option('--space <name>', 'search space instead of the ID; a missing configuration is created')
    .option(
      '--scope <rule>',
      'with --space: only documents with a value, such as site=docs, or without one, such as site!=drafts; repeatable',
      scopeRule,
    )
    .requiredOption('--origin <url>', 'origin of the page, as https://example.org; repeatable', textList)
    .addOption(expiryOption('lifetime of the token, such as 30d, 12h or 15m', '365d'))
    .option('--no-integrity', 'load the current script of the server instead of pinning this version')
    .action(async (options: EmbedOptions) => {
      const { origin: origins } = options;
      const server = await connect(['configurations:read', 'configurations:write', 'tokens:write']);
      const { id: configuration, title, isReused } = await chosenConfiguration(options, server);
      const { loadSettings } = await import('@semantic-search/server/settings');
      const baseUrl = (await loadSettings()).publicUrl?.origin ?? server.publicUrl ?? server.endpoint;
      const script = await scriptOf(baseUrl, options);
      const limits = { configurations: [configuration], origins, lifetime: options.expires };
      const { token, expires } = await issueToken(server, { name: origins[0]!, ...limits });
      // Pages of other machines cannot load a script from a loopback address.
      if (isLocal(baseUrl) && !origins.every(isLocal))
        console.error(`Warning: visitors cannot reach ${baseUrl}; set PUBLIC_URL to the URL that they use`);
      const note = isReused ? ' (not new, so its filters stay as they are)' : '';
      console.error(`Configuration ${configuration}: ${title}${note}`);
      console.error(`Token for ${origins.join(', ')}, valid until ${expires}:\n${token}\n`);
      console.log(embedSnippet({ configuration, token, ...script }));
    });
}

const isLocal = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** The configuration with the given ID, or one of the search space. `isReused`: the search space had it already. */
async function chosenConfiguration(
  { configuration: id, space, scope }: EmbedOptions,
  server: ServerConnection,
): Promise<{ id: number; title: string; isReused?: boolean }> {
  if (scope && space === undefined) throw new Error('--scope requires --space');
  if (id === undefined && space === undefined) throw new Error('Specify --configuration or --space');
  const { configurations } = await listConfigurations(server);
  if (id !== undefined) {
    const requested = configurations.find((candidate) => candidate.id === id);
    if (requested) return { id, title: requested.config.title };
    const available = configurations.map((candidate) => candidate.id).join(', ') || 'none';
    throw new Error(`Configuration ${id} does not exist; available: ${available}`);
  }
  const existing = configurations.find(
    ({ config }) => config.searchSpace === space && isDeepStrictEqual(config.scope ?? {}, scope ?? {}),
  );
  if (existing) return { id: existing.id, title: existing.config.title, isReused: true };
  return createSearch(space!, scope, server);
}

/** Creates a configuration; the server derives its settings from the documents of the space. */
async function createSearch(space: string, scope: DocumentScope | undefined, server: ServerConnection) {
  await requireSpace(server, space);
  const values = scope?.include?.flatMap((rule) => rule.values) ?? [];
  const title = [space, values.join(', ')].filter(Boolean).join(': ');
  const config = { title, searchSpace: space, visible: true, ...(scope && { scope }) };
  const { id } = await createConfiguration(server, { config });
  return { id, title };
}

/** URL of the widgets' script on the server, and its checksum; null if the page loads the current script instead. */
async function scriptOf(baseUrl: string, { integrity: isPinned }: EmbedOptions) {
  const { builtWidgets, pinnedWidgets } = await import('@semantic-search/server/run');
  const { script, integrity } = pinnedWidgets(await builtWidgets());
  if (script === null) throw new Error('The widgets are not built; run "npx pnpm@12 build"');
  if (!isPinned) return { script: `${baseUrl}/widget.js`, integrity: null };
  return { script: baseUrl + script, integrity: integrity[script]! };
}
