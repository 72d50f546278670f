/** A real WordPress with the plug-in: a folder, a database and a web server. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { query } from './database.ts';
import { release } from './release.ts';
import { wordPressFolder } from './tools.ts';

const harness = import.meta.dirname;
const fixtures = join(harness, '../fixtures');

export interface Site {
  url: string;
  folder: string;
  database: string;
  /** Runs PHP in WordPress and returns what it prints. */
  php(code: string, options?: PhpOptions): Promise<string>;
  /** Runs PHP that returns a value, and returns it. */
  value<Value>(expression: string): Promise<Value>;
  /** Lines of `debug.log` that name the plug-in. */
  log(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface PhpOptions {
  /** Milliseconds until the process is killed. */
  kill?: number;
  environment?: Record<string, string>;
  /** Path of the site in a network. */
  path?: string;
}

export interface SiteOptions {
  socket: string;
  /** Lines of PHP for wp-config.php. */
  constants?: string;
  isNetwork?: boolean;
  /** Files of `test/fixtures` that become must-use plug-ins. */
  standIns?: string[];
  isActive?: boolean;
  /** A site without the plug-in, where owners install plug-ins and visits run the cron, as by default. */
  isFresh?: boolean;
}

export async function startSite(version: string, options: SiteOptions): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), `wordpress-${version}-`));
  const database = `wp_${randomBytes(6).toString('hex')}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  query(options.socket, `CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  await copyWordPress(version, folder);
  await writeFile(join(folder, 'wp-config.php'), configuration({ folder, database, port, ...options }));
  await mkdir(join(folder, 'wp-content/mu-plugins'), { recursive: true });
  await mkdir(join(folder, COMPILED));
  for (const file of options.standIns ?? [])
    await cp(join(fixtures, file), join(folder, 'wp-content/mu-plugins', file));
  if (!options.isFresh)
    await cp(await release(), join(folder, 'wp-content/plugins/semantic-search'), { recursive: true });
  await runPhp([...compiled(folder), join(harness, 'install.php')], { SITE: folder });
  const words = ['-d', 'memory_limit=256M', '-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`];
  const server = spawn('php', [...words, '-t', folder, join(harness, 'router.php')], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    stdio: 'ignore',
    detached: true,
  });
  const end = () => endGroup(server.pid!);
  process.once('exit', end);
  const site = siteIn({ folder, database, url });
  await listening(url);
  if (options.isNetwork) await makeNetwork(site, port);
  if (options.isActive !== false && !options.isFresh) await activate(site, options.isNetwork === true);
  return {
    ...site,
    async stop() {
      process.off('exit', end);
      endGroup(server.pid!);
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      query(options.socket, `DROP DATABASE ${database}`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The workers of the web server are children of its process. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

function siteIn({ folder, database, url }: Pick<Site, 'folder' | 'database' | 'url'>): Omit<Site, 'stop'> {
  async function php(
    code: string,
    { kill = 0, environment = {}, path = '/' }: PhpOptions = {},
  ): Promise<string> {
    const file = join(folder, `../${database}-${randomBytes(4).toString('hex')}.php`);
    await writeFile(
      file,
      `<?php $_SERVER['REQUEST_URI'] = '${path}'; require '${folder}/wp-load.php';\n${code}`,
    );
    try {
      return await runPhp([...compiled(folder), file], environment, kill);
    } finally {
      await rm(file, { force: true });
    }
  }
  return {
    folder,
    database,
    url,
    php,
    value: async <Value>(expression: string) =>
      JSON.parse(await php(`echo wp_json_encode( ${expression} );`)) as Value,
    async log() {
      const text = await readFile(join(folder, 'debug.log'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line.includes('plugins/semantic-search'));
    },
  };
}

/** Compiled files of a site: a third of the time of a command. */
const COMPILED = '.compiled';
const compiled = (folder: string) =>
  ['enable_cli=1', `file_cache=${join(folder, COMPILED)}`, 'file_cache_only=1'].flatMap((setting) => [
    '-d',
    `opcache.${setting}`,
  ]);

async function runPhp(words: string[], environment: Record<string, string>, kill = 0): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const options = {
    env: { PATH, HOME, ...environment },
    maxBuffer: 1e8,
    timeout: kill,
    killSignal: 'SIGKILL' as const,
  };
  const { stdout } = await promisify(execFile)(
    'php',
    ['-d', 'display_errors=stderr', '-d', 'memory_limit=256M', ...words],
    options,
  );
  return stdout;
}

export async function copyWordPress(version: string, folder: string): Promise<void> {
  const source = `${join(wordPressFolder, version)}/.`;
  const copy = promisify(execFile);
  // Hard links save time and space, but only within a file system.
  await copy('cp', ['-al', source, folder]).catch(() => copy('cp', ['-a', source, folder]));
  await rm(join(folder, 'wp-config.php'), { force: true });
}

function configuration({
  folder,
  database,
  port,
  socket,
  constants = '',
  isNetwork = false,
  isFresh = false,
}: SiteOptions & { folder: string; database: string; port: number }): string {
  const salts = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
    `${name}_KEY`,
    `${name}_SALT`,
  ]);
  return `<?php
$_SERVER['HTTP_HOST'] = $_SERVER['HTTP_HOST'] ?? '127.0.0.1:${port}';
define( 'DB_NAME', '${database}' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
${salts.map((name) => `define( '${name}', '${randomBytes(16).toString('hex')}' );`).join('\n')}
${isNetwork ? "if ( ! getenv( 'SITE' ) ) { require __DIR__ . '/network.php'; }" : `define( 'WP_HOME', 'http://127.0.0.1:${port}' ); define( 'WP_SITEURL', WP_HOME );`}
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'FS_METHOD', 'direct' );
define( 'DISALLOW_FILE_MODS', ${!isFresh} );
define( 'DISABLE_WP_CRON', ${!isFresh} );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '${folder}/debug.log' );
${constants}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
`;
}

async function activate(site: Omit<Site, 'stop'>, isNetworkWide: boolean): Promise<void> {
  await site.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
    $problem = activate_plugin( 'semantic-search/semantic-search.php', '', ${isNetworkWide} );
    if ( is_wp_error( $problem ) ) { fwrite( STDERR, $problem->get_error_message() ); exit( 1 ); }`);
  // The table is made by the next request.
  await site.php('');
}

/** Turns the site into a network with folders. */
async function makeNetwork(site: Omit<Site, 'stop'>, port: number): Promise<void> {
  const host = `127.0.0.1:${port}`;
  await writeFile(join(site.folder, 'network.php'), "<?php define( 'WP_ALLOW_MULTISITE', true );");
  await site.php(`require_once ABSPATH . 'wp-admin/includes/network.php'; require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    update_option( 'home', 'http://${host}' ); update_option( 'siteurl', 'http://${host}' );
    foreach ( $wpdb->tables( 'ms_global' ) as $name => $table ) { $wpdb->$name = $table; }
    install_network();
    $result = populate_network( 1, '${host}', 'admin@example.org', 'Network', '/', false );
    if ( is_wp_error( $result ) && 'no_wildcard_dns' !== $result->get_error_code() ) { fwrite( STDERR, $result->get_error_message() ); exit( 1 ); }`);
  await writeFile(
    join(site.folder, 'network.php'),
    `<?php define( 'MULTISITE', true ); define( 'SUBDOMAIN_INSTALL', false ); define( 'DOMAIN_CURRENT_SITE', '${host}' );
     define( 'PATH_CURRENT_SITE', '/' ); define( 'SITE_ID_CURRENT_SITE', 1 ); define( 'BLOG_ID_CURRENT_SITE', 1 );`,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(`${url}/wp-includes/css/buttons.css`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not respond.`);
}
