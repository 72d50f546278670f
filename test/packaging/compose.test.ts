/** Compose file: valid for the reference parser, with settings that the server accepts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../packages/server/src/settings/environment.ts';
import { parseSettings } from '../../packages/server/src/settings/server-settings.ts';
import { folderOfTest } from '../support/fixtures.ts';
import { root, semanticSearch } from '../support/service.ts';
import { printed, program } from './programs.fixture.ts';

const folder = join(root, 'packages/server/deploy/compose');
const file = join(folder, 'compose.yaml');
const parser = program('compose-spec', 'The compose file is');
const balancer = program('haproxy', 'The configuration of the load balancer is');

interface Service {
  environment: Record<string, string>;
  networks: Record<string, unknown>;
  ports?: { target: number; published: string }[];
  configs?: { source: string; target: string }[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  deploy?: { replicas?: number };
}

interface Layout {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  configs: Record<string, { file: string }>;
}

const parsed = (...words: string[]) => printed(parser!, [...words, '--format', 'json', file], { folder });

/** Parsed with the defaults of the file; each secret is its own name, padded to the minimum length. */
async function layout(): Promise<Layout> {
  const text = await parsed('--no-interpolation');
  const given = (_: string, name: string, usual?: string) => usual ?? name.padEnd(32, '-');
  return JSON.parse(text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, given));
}

/** Variables of the database client, which reads the environment as well. */
const ofOthers = ['PGPASSWORD'];

describe.skipIf(!parser)('the compose file', () => {
  it('does not start without secrets', async () => {
    const error = await parsed().catch(({ stderr }) => String(stderr));
    for (const name of ['POSTGRES_PASSWORD', 'ACCESS_TOKEN_SECRETS', 'PUBLISHABLE_TOKEN_SECRETS']) {
      expect(error).toContain(`required variable ${name} is missing`);
    }
  });

  it('uses existing, valid settings', async () => {
    const { services, configs } = await layout();
    const { environment } = services.server!;
    const names = Object.keys(environment).filter((name) => !ofOthers.includes(name));
    expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(names));
    const { source } = services.server!.configs!.find(({ target }) => target === environment.BACKENDS_FILE)!;
    const settings = await parseSettings({ ...environment, BACKENDS_FILE: configs[source]!.file });
    const nodes = settings.remoteSpaces.flatMap((space) => ('nodes' in space ? space.nodes : []));
    expect(nodes.map(({ hostname }) => hostname)).toEqual(['search-1', 'search-2', 'search-3']);
    for (const { hostname } of nodes) expect(services).toHaveProperty(hostname);
    expect(services).toHaveProperty(new URL(settings.databaseUrl!).hostname);
  });

  it('allows enough time for a graceful shutdown', async () => {
    const { server } = (await layout()).services;
    const seconds = Number(/^(\d+)s$/.exec(server!.stop_grace_period!)?.[1]);
    expect(seconds).toBeGreaterThan(Number(server!.environment.SHUTDOWN_DELAY) / 1000 + 10);
  });

  it('runs servers unprivileged and read-only, with private databases', async () => {
    const { services, networks } = await layout();
    expect(services.server).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(networks.data).toMatchObject({ internal: true });
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['balancer']);
    expect(Object.keys(services.balancer!.networks)).not.toContain('data');
    for (const name of ['database', 'search-1', 'search-2', 'search-3']) {
      expect(Object.keys(services[name]!.networks)).toEqual(['data']);
    }
  });
});

describe('its first lines', () => {
  it('explain how to get a token', async () => {
    const text = await readFile(file, 'utf8');
    const [, line = ''] = /docker compose exec server node \S+\/semantic-search\.ts (.*)/.exec(text) ?? [];
    const words = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
    const DATA_DIR = await folderOfTest();
    // The server in the container has created the keys at its first start.
    await semanticSearch(['token', '--scope', 'search', '--create-keys'], { DATA_DIR });
    const { code, errors, output } = await semanticSearch(words, { DATA_DIR });
    expect(code, errors).toBe(0);
    expect(output).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/m);
  });
});

describe.skipIf(!balancer)('its load balancer', () => {
  it('has a valid HAProxy configuration', async () => {
    await printed(balancer!, ['-c', '-q', '-f', join(folder, 'haproxy.cfg')]);
  });
});
