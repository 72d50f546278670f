/** The package: its files, versions, translations, coding rules, PHP tests and commands. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { skipReason } from '../../../packages/server/test/support/skip-reason.ts';
import { folderOfTest } from '../../../test/support/fixtures.ts';
import { root } from '../../../test/support/service.ts';
import { buildPackage, pluginVersion, source, templateOfSources } from '../build.ts';
import { connected, listedIds, SPACE } from './harness/connected.ts';
import { versions } from './harness/tools.ts';

const run = promisify(execFile);
const standard = join(import.meta.dirname, 'sniffs/SemanticSearch');
const read = (path: string) => readFileSync(join(source, path), 'utf8');
const isMissing = versions.length === 0;

/** Lines of the report of PHPCS, as rule and line. */
async function sniff(path: string): Promise<string[]> {
  const words = [`--standard=${standard}`, '--extensions=php', '--report=json', path];
  const { stdout } = await run('phpcs', words).catch((error: { stdout: string }) => error);
  const { files } = JSON.parse(stdout) as {
    files: Record<string, { messages: { source: string; line: number }[] }>;
  };
  return Object.entries(files).flatMap(([file, { messages }]) =>
    messages.map(({ source: rule, line }) => `${file.split('/').at(-1)}:${line} ${rule}`),
  );
}

describe.skipIf(isMissing)('the package', () => {
  it('has exactly the listed files, and a second build has the same bytes', async () => {
    const packed = buildPackage(await folderOfTest());
    const names = execFileSync('unzip', ['-Z1', packed], { encoding: 'utf8' }).trim().split('\n');
    const parts = globSync('includes/*.php', { cwd: source }).map((path) => `semantic-search/${path}`);
    const language = 'semantic-search/languages/semantic-search';
    expect(names.sort()).toEqual(
      [
        ...[
          'LICENSE',
          'readme.txt',
          'semantic-search.php',
          'uninstall.php',
          'assets/admin.js',
          'blocks/editor.js',
        ].map((file) => `semantic-search/${file}`),
        ...['search', 'similar', 'facets'].map((block) => `semantic-search/blocks/${block}/block.json`),
        ...parts,
        ...[
          '.pot',
          '-de_DE.po',
          '-de_DE.mo',
          '-de_DE-semantic-search-editor.json',
          '-de_DE-semantic-search-admin.json',
        ].map((end) => language + end),
      ].sort(),
    );
    expect(parts).toHaveLength(20);
    execFileSync('unzip', ['-tq', packed]);
    expect(readFileSync(buildPackage(await folderOfTest())).equals(readFileSync(packed))).toBe(true);
  });

  it('names one version everywhere, and what it requires', () => {
    const main = read('semantic-search.php');
    const readme = read('readme.txt');
    expect(main).toContain(`define( 'SEMANTIC_SEARCH_VERSION', '${pluginVersion()}' );`);
    expect(readme).toContain(`Stable tag: ${pluginVersion()}\n`);
    expect(readme).toContain(`= ${pluginVersion()} =`);
    for (const line of ['Requires at least: +6.1', 'Requires PHP: +7.4', 'License: +GPL-2.0-or-later']) {
      expect(main).toMatch(new RegExp(`^ \\* ${line}$`, 'm'));
      expect(readme).toMatch(new RegExp(`^${line}$`, 'm'));
    }
    expect(readme).toMatch(/= The service =/);
    expect(
      readme.split('\n').find((line) => line.startsWith('Search by meaning'))!.length,
    ).toBeLessThanOrEqual(150);
  });

  it('has translations for all texts of the sources', () => {
    expect(read('languages/semantic-search.pot')).toBe(templateOfSources());
    const german = join(source, 'languages/semantic-search-de_DE.po');
    const untranslated = execFileSync('msgattrib', ['--untranslated', '--fuzzy', german], {
      encoding: 'utf8',
    });
    expect(untranslated).toBe('');
    const missing = execFileSync('msgcmp', [german, join(source, 'languages/semantic-search.pot')], {
      encoding: 'utf8',
    });
    expect(missing).toBe('');
  });

  it('keeps the rules of wordpress.org', async () => {
    expect(await sniff(source)).toEqual([]);
    for (const path of globSync('**/*.php', { cwd: source })) {
      const code = read(path);
      expect(code, path).toMatch(
        path === 'uninstall.php'
          ? /defined\( 'WP_UNINSTALL_PLUGIN' \) \|\| exit;/
          : /defined\( 'ABSPATH' \) \|\| exit;/,
      );
      expect(code, path).not.toMatch(/localhost|127\.0\.0\.1|<<</);
    }
    const code = globSync('**/*.{php,js}', { cwd: source }).map(read).join('');
    expect(
      [...code.matchAll(/https?:\/\/\w[\w.-]*/g)]
        .map(([url]) => url)
        .filter((url) => !/example\.org|gnu\.org|w3\.org|json-schema\.org/.test(url)),
    ).toEqual([]);
    expect(code).not.toMatch(/<iframe|eval\(|\bwp_redirect\(|wp_remote_get\( '|error_log\(|var_dump\(/);
    const count = (pattern: RegExp) => code.match(pattern)!.length;
    expect(count(/\bregister_setting\(/g)).toBe(count(/'sanitize_callback'/g));
    expect(count(/\bregister_rest_route\(/g)).toBe(count(/'permission_callback'/g));
    expect(code).toContain("'wp_privacy_personal_data_exporters'");
    expect(globSync('**/.*', { cwd: source })).toEqual([]);
    const [, tags = ''] = /^Tags: (.+)$/m.exec(read('readme.txt'))!;
    expect(tags.split(', ').length).toBeLessThanOrEqual(5);
    const sections = [...read('readme.txt').matchAll(/^== (.+) ==$/gm)].map(([, name]) => name);
    expect(sections).toEqual(['Description', 'Installation', 'Frequently Asked Questions', 'Changelog']);
  });

  it('the own rules find what is wrong, and accept what is right', async () => {
    const folder = join(import.meta.dirname, 'sniffs/fixtures');
    expect(await sniff(join(folder, 'right.php'))).toEqual([]);
    const found = await sniff(join(folder, 'wrong.php'));
    const rules = [
      'Naming.Prefix.Missing',
      'Naming.TextDomain.Missing',
      'Security.CheckedInput.Unchecked',
      'Security.EscapedOutput.Found',
      'Security.PreparedQuery.Found',
    ];
    for (const rule of rules)
      expect(
        found.some((line) => line.endsWith(rule)),
        rule,
      ).toBe(true);
    expect(found).toHaveLength(14);
  });

  const modules = join(root, '.ci/php-wasm');
  const hasOthers = existsSync(join(modules, 'node_modules/@php-wasm/node'));
  if (!isMissing && !hasOthers)
    console.warn(skipReason('PHP 7.4 and 8.5 do not parse the plug-in here: .ci/php-wasm is missing.'));

  it.skipIf(!hasOthers)('is valid in PHP 7.4 and 8.5', async () => {
    const words = [join(import.meta.dirname, 'harness/lint.mjs'), modules, source, '7.4', '8.5'];
    const { stdout } = await run(process.execPath, words);
    expect(stdout).toBe('7.4 is done.\n8.5 is done.\n');
  });

  it('is valid PHP', async () => {
    for (const path of globSync('**/*.php', { cwd: source })) await run('php', ['-l', join(source, path)]);
  });
});

describe.each(versions)('WordPress %s', (version) => {
  const own = connected(version);

  it('passes the tests in PHP', async () => {
    const folder = join(import.meta.dirname, 'php');
    const { PATH = '', HOME = '' } = process.env;
    const words = ['--bootstrap', join(folder, 'bootstrap.php'), '--do-not-cache-result', folder];
    const { stdout } = await run('phpunit', words, { env: { PATH, HOME, SITE: own.site.folder } }).catch(
      (error: Error & { stdout: string }) => {
        throw new Error(error.stdout);
      },
    );
    expect(stdout).toMatch(/^OK \(\d+ tests/m);
    expect(await own.site.log()).toEqual([]);
  });

  it('shows German texts on a German site', async () => {
    const texts = await own.site.value<string[]>(
      `( function () { add_filter( 'locale', fn() => 'de_DE' ); unload_textdomain( 'semantic-search' ); load_textdomain( 'semantic-search', WP_PLUGIN_DIR . '/semantic-search/languages/semantic-search-de_DE.mo' );
        $block = load_script_textdomain( 'semantic-search-editor', 'semantic-search', WP_PLUGIN_DIR . '/semantic-search/languages' );
        $status = semantic_search_post_state( get_post( 1 ) );
        return array( $status['text'], (string) $block ); } )()`,
    );
    expect(texts[0]).toBe('Wartet');
    expect(texts[1]).toContain('Besucher sehen hier die Suche.');
  });

  it('the commands of WP-CLI check, send and report', async () => {
    const cli = async (command: string, options = 'array()', argument = '') => {
      const code = `$command = new Semantic_Search_Command(); $command->${command}( array( '${argument}' ), ${options} );`;
      return own.site.php(
        `require '${import.meta.dirname}/harness/wp-cli.php'; require WP_PLUGIN_DIR . '/semantic-search/includes/class-semantic-search-command.php'; ${code}`,
      );
    };
    await own.site.php(
      `update_option( 'semantic_search_token', array() ); update_option( 'semantic_search_settings', array() ); delete_option( 'semantic_search_run' );`,
    );
    const options = `array( 'space' => '${SPACE}', 'token' => '${own.secret}', 'configuration' => '${own.configuration}', 'publishable' => '${own.publishable}' )`;
    await expect(cli('connect', options, 'not an address')).rejects.toThrow();
    expect(await cli('connect', options, own.service.url)).toMatch(/^(OK {2}.+\n){3}$/);
    expect(await cli('check')).toMatch(/^OK {2}The service responds[\s\S]*OK[\s\S]*OK/);
    expect(await cli('sync', "array( 'dry-run' => true )")).toContain(`1 ${own.site.url}/hello-world/`);
    expect(await listedIds(own.service)).toEqual([]);
    expect(await cli('sync')).toBe('Success: Everything is up to date.\n');
    expect(await listedIds(own.service)).toHaveLength(2);
    expect(await cli('sync', "array( 'post' => 1 )")).toContain('Success');
    expect(await cli('queue')).toBe('Everything is up to date.\n');
    expect(await cli('withdraw')).toContain('Success');
    expect(await listedIds(own.service)).toEqual([]);
  });
});
