/** `semantic-search embed`: prints the HTML of a configuration with a publishable token. */
import { isDeepStrictEqual } from 'node:util';
import { createConfiguration, issueToken, listConfigurations } from '@semantic-search/client';
import type { DocumentScope } from '@semantic-search/contract';
import { embedSnippet } from '@semantic-search/contract/embed-snippet';
import { Command } from 'commander';
import { connect, requireSpace, type ServerConnection } from '../connections/connect.ts';
import { lifetimeOption, positiveInteger, repeatedText, scopeRule } from '../options/parsers.ts';

interface EmbedOptions {
  configuration?: number;
  space?: string;
  scope?: DocumentScope;
  origin: string[];
  expires: number;
  /** False with `--no-integrity`. */
  integrity: boolean;
}

export function embedCommand(): Command {
  return new Command('embed')
    .description(
      'Print everything that a page needs: a publishable token, its expiry, and the HTML with the integrity of the script',
    )
    .option('--configuration <id>', 'ID of the configuration', positiveInteger)
    .option('--space <name>', 'search space instead of the ID; a missing configuration is created')
    .option(
      '--scope <rule>',
      'with --space: only documents with a value, such as site=docs, or without one, such as site!=drafts; repeatable',
      scopeRule,
    )
    .requiredOption('--origin <url>', 'origin of the page, as https://example.org; repeatable', repeatedText)
    .addOption(lifetimeOption('lifetime of the token, such as 30d, 12h or 15m', '365d'))
    .option('--no-integrity', 'load the current script of the server instead of pinning this version')
    .action(async (options: EmbedOptions) => {
      const { origin: origins, expires: lifetime } = options;
      const server = await connect(['configurations:read', 'configurations:write', 'tokens:write']);
      const { id: configuration, title, isKept } = await chosenConfiguration(options, server);
      const { loadSettings } = await import('@semantic-search/server/settings');
      const base = (await loadSettings()).publicUrl?.origin ?? server.publicUrl ?? server.endpoint;
      const script = await scriptOf(base, options);
      const request = { name: origins[0]!, configurations: [configuration], origins, lifetime };
      const { token, expires } = await issueToken(server, request);
      // Pages of other machines cannot load a script from a loopback address.
      if (isLocal(base) && !origins.every(isLocal))
        console.error(
          `Warning: visitors cannot reach ${base}; set PUBLIC_URL to the public URL of the server`,
        );
      const note = isKept ? ' (not new, so its filters stay as they are)' : '';
      console.error(`Configuration ${configuration}: ${title}${note}`);
      console.error(`Token for ${origins.join(', ')}, valid until ${expires}:\n${token}\n`);
      console.log(embedSnippet({ configuration, token, ...script }));
    });
}

const isLocal = (url: string) => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

async function chosenConfiguration(
  { configuration, space, scope }: EmbedOptions,
  server: ServerConnection,
): Promise<{ id: number; title: string; isKept?: boolean }> {
  if (scope && space === undefined) throw new Error('--scope requires --space');
  if (configuration === undefined && space === undefined)
    throw new Error('Specify --configuration or --space');
  const { configurations } = await listConfigurations(server);
  const match = configurations.find(({ id, config }) =>
    configuration === undefined
      ? config.searchSpace === space && isDeepStrictEqual(config.scope ?? {}, scope ?? {})
      : id === configuration,
  );
  if (match) return { id: match.id, title: match.config.title, isKept: configuration === undefined };
  if (configuration === undefined) return createFor(space!, scope, server);
  const available = configurations.map(({ id }) => id).join(', ') || 'none';
  throw new Error(`Configuration ${configuration} does not exist; available: ${available}`);
}

/** Creates a configuration; the server derives its settings from the documents of the space. */
async function createFor(space: string, scope: DocumentScope | undefined, server: ServerConnection) {
  await requireSpace(server, space);
  const values = scope?.include?.flatMap((rule) => rule.values) ?? [];
  const title = [space, values.join(', ')].filter(Boolean).join(': ');
  const config = { title, searchSpace: space, visible: true, ...(scope && { scope }) };
  const { id } = await createConfiguration(server, { config });
  return { id, title };
}

/** The script of the widgets, from the build that the server serves. */
async function scriptOf(base: string, { integrity: isPinned }: EmbedOptions) {
  const { builtWidgets, pinnedWidgets } = await import('@semantic-search/server/run');
  const { script, integrity } = pinnedWidgets(await builtWidgets());
  if (script === null) throw new Error('The widgets are not built; run "npx pnpm@12 build"');
  if (!isPinned) return { script: `${base}/widget.js`, integrity: null };
  return { script: base + script, integrity: integrity[script]! };
}
