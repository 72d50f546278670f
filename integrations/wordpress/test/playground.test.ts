/** The oldest and the newest PHP: WordPress runs as WebAssembly, and an owner takes the first steps by its forms. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { skipReason } from '../../../packages/server/test/support/skip-reason.ts';
import { folderOfTest } from '../../../test/support/fixtures.ts';
import { root, startService, temporaryDirectory } from '../../../test/support/service.ts';
import { issueToken, listedIds, SPACE } from './harness/connected.ts';
import { release } from './harness/release.ts';
import { copyWordPress, freePort } from './harness/site.ts';
import { versions } from './harness/tools.ts';

const program = join(root, '.ci/php-wasm/node_modules/@wp-playground/cli/wp-playground.js');
const hasPlayground = existsSync(program);
if (versions.length > 0 && !hasPlayground)
  console.warn(
    skipReason('WordPress does not run on PHP 7.4 and 8.5 here: .ci/install installs Playground.'),
  );

/** Starts WordPress in PHP of this version, with a database in a file, and returns its address. */
async function startPlayground(php: string, folder: string): Promise<string> {
  const port = await freePort();
  const words = [
    `--php=${php}`,
    `--port=${port}`,
    '--workers=1',
    `--mount-before-install=${folder}:/wordpress`,
  ];
  const settings = ['WP_DEBUG', 'WP_DEBUG_LOG', 'DISABLE_WP_CRON'].flatMap((name) => [
    '--define-bool',
    name,
    'true',
  ]);
  const mode = '--wordpress-install-mode=install-from-existing-files-if-needed';
  const server = spawn(process.execPath, [program, 'server', mode, ...words, ...settings], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  for (let attempt = 0; !printed.includes('Ready!'); attempt++) {
    if (attempt > 3000 || server.exitCode !== null) throw new Error(`Playground does not start: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `http://127.0.0.1:${port}`;
}

/** A browser without scripts: keeps cookies, and sends the forms that it has loaded. */
function visitor(url: string) {
  const cookies = new Map<string, string>();
  async function open(path: string, body?: URLSearchParams): Promise<string> {
    const headers = { Cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') };
    const response = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers,
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const place = response.headers.get('location');
    return place ? open(place) : response.text();
  }
  return open;
}

const decoded = (text: string) => text.replaceAll('&#038;', '&').replaceAll('&amp;', '&');

/** Names and values of the hidden fields, as the page has them. */
const hiddenFields = (html: string) =>
  Array.from(
    html.matchAll(/<input type=["']hidden["'][^>]* name=["'](\w+)["'] value=["']([^"']*)/g),
    ([, name, value]) => [name!, decoded(value!)],
  );

describe.skipIf(versions.length === 0 || !hasPlayground)('WordPress in WebAssembly', () => {
  it.each([
    ['7.4', versions[0]!],
    ['8.5', versions.at(-1)!],
  ])(
    'on PHP %s: activate, save the settings, publish, and be found',
    async (php, version) => {
      const data = await temporaryDirectory();
      const service = await startService(data.path, {}, []);
      onTestFinished(async () => {
        await service.stop();
        await data.remove();
      });
      const secret = await issueToken(service, { name: 'blog', spaces: [SPACE] });
      const folder = await folderOfTest();
      await copyWordPress(version, folder);
      await cp(await release(), join(folder, 'wp-content/plugins/semantic-search'), { recursive: true });
      const url = await startPlayground(php, folder);
      const open = visitor(url);

      await open('/wp-login.php');
      await open('/wp-login.php', new URLSearchParams({ log: 'admin', pwd: 'password', testcookie: '1' }));
      const plugins = await open('/wp-admin/plugins.php');
      const link = /plugins\.php\?action=activate[^"]*semantic-search%2F[^"]*/.exec(plugins)![0];
      expect(await open(`/wp-admin/${decoded(link)}`)).toContain('Plugin activated.');
      const page = '/wp-admin/options-general.php?page=semantic-search';
      const form = new URLSearchParams([
        ...hiddenFields((await open(page)).split('action="options.php"')[1]!),
        ['semantic_search_settings[endpoint]', service.url],
        ['semantic_search_settings[space]', SPACE],
        ['semantic_search_settings[post_types][]', 'post'],
        ['semantic_search_token', secret],
      ]);
      expect(await open('/wp-admin/options.php', form)).toContain('Everything is being sent');
      const nonce = await open('/wp-admin/admin-ajax.php?action=rest-nonce');
      const post = new URLSearchParams({
        title: 'From Playground',
        status: 'publish',
        content: '[similar_documents]',
      });
      const created = await open(`/wp-json/wp/v2/posts?_wpnonce=${nonce}`, post);
      const { id } = JSON.parse(created) as { id: number };
      await open('/wp-cron.php');
      expect(await listedIds(service)).toContain(`${url}/?p=${id}`);
      expect(await open(page)).toContain('Everything is up to date.');
      const log = await readFile(join(folder, 'wp-content/debug.log'), 'utf8').catch(() => '');
      expect(log.split('\n').filter((line) => line.includes('plugins/semantic-search'))).toEqual([]);
    },
    600_000,
  );
});
